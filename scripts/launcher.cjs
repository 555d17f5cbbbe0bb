"use strict";
/*
 * The launcher of every root command: `node scripts/launcher.cjs <command> [...args]`.
 *
 * This file is old JavaScript on purpose: a Node release below the floor must be able to parse it, in
 * order to say in one line what is wrong. What comes after the check may be as new as the floor.
 */

var FLOOR = [20, 19, 0];

function isBelowFloor(release) {
  var parts = release.split(".");
  for (var i = 0; i < FLOOR.length; i += 1) {
    var part = parseInt(parts[i], 10);
    if (part !== FLOOR[i]) return part < FLOOR[i];
  }
  return false;
}

if (isBelowFloor(process.versions.node)) {
  var language = process.env.PI_COURSE_LANG || process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || "";
  var floor = FLOOR.join(".");
  process.stderr.write(
    /^zh(?![a-z])/i.test(language)
      ? "Node " + process.versions.node + " 太旧了：请安装 Node " + floor + " 或更新的版本（https://nodejs.org），再运行同一条命令。\n"
      : "Node " + process.versions.node + " is too old: install Node " + floor + " or newer (https://nodejs.org), then run the same command again.\n"
  );
  process.exit(1);
}

require("./launcher/launch.cjs").launch(process.argv.slice(2));

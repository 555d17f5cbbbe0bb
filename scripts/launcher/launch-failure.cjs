"use strict";

/** A failure that its reader can mend: printed without a stack. */
class LaunchFailure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

module.exports = { LaunchFailure };

import path from "node:path";
import workspaces from "./launcher/workspaces.cjs";

const root = path.dirname(import.meta.dirname);
process.exitCode = (await workspaces.buildWorkspaces(root)) || (await workspaces.runSuites(root, process.argv.slice(2)));

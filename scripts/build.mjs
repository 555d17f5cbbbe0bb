import path from "node:path";
import workspaces from "./launcher/workspaces.cjs";

process.exitCode = await workspaces.buildWorkspaces(path.dirname(import.meta.dirname));

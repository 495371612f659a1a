#!/usr/bin/env node
// Runs the program of this platform, which npm has installed as an optional dependency.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { arch, platform } = process;

let program;
try {
	program = require.resolve(`emcp-${platform}-${arch}/bin/emcp${platform === "win32" ? ".exe" : ""}`);
} catch {
	console.error(`emcp: the npm package emcp-${platform}-${arch} is missing.
emcp runs on Linux, macOS and Windows, on x64 and arm64. There, install emcp again without --omit=optional.`);
	process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
	console.error(`emcp: ${error.message}`);
	process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
process.on("SIGINT", () => {}); // a terminal sends it to the program too

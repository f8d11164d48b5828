import type { Project } from './project.js';

/** Runs the program that its first argument names, ends it by SIGTERM once it has printed the others, and passes on how it ended. */
const program = `
import { spawn } from 'node:child_process';
const [program, ...lines] = process.argv.slice(2);
const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
let text = '';
child.stdout.on('data', (chunk) => {
  text += chunk;
  process.stdout.write(chunk);
  if (lines.every((line) => text.includes(line))) child.kill('SIGTERM');
});
child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
`;

/** What a program of a project prints that runs until it is told to stop: which it is once it has printed these lines. */
export function runUntilPrinted(
  project: Project,
  file: string,
  options: { readonly lines: readonly string[]; readonly env: NodeJS.ProcessEnv },
): string {
  project.write('run-until-printed.mjs', program);
  return project.run([project.node.path, 'run-until-printed.mjs', file, ...options.lines], options.env);
}

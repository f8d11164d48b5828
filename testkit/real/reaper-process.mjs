// Cleans up after a test process that ended without doing so itself, even one killed with SIGKILL. It reads one command
// a line on its standard input, a pipe that closes when that process is gone, and then ends the remaining servers in
// the order they were added and removes their folders. Plain JavaScript, because it runs beside any Node without a
// loader. Commands: "+pid <n>", "-pid <n>", "+folder <path>", "-folder <path>".
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const pids = new Set();
const folders = new Set();

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const command = line.slice(0, space);
  const argument = line.slice(space + 1);
  if (command === '+pid') pids.add(Number(argument));
  else if (command === '-pid') pids.delete(Number(argument));
  else if (command === '+folder') folders.add(argument);
  else if (command === '-folder') folders.delete(argument);
}

for (const pid of pids) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/**
 * Sends client-go, ours (HTTP/2 and HTTP/1.1) and client-node through the same faults of a real API server.
 *
 *   npm run faults:table -- --runs 15
 *
 *   --runs N       how often each fault; default 15. One run of all faults takes about 5 minutes
 *   --only TEXT    only the fault of this name, or those with this text in their names
 *   --with TEXT    only contenders with one of these texts, divided by commas, in their names: client-go,h2. Default client,ours;
 *                  floor is the least that Node can do: it connects again, and that is all
 *   --turns        contenders take turns: each has the fault, and the machine, to itself. Default: all meet it at the same moment,
 *                  and compete for the cores while they heal
 *   --json FILE    writes every measurement
 *   --list         names the faults
 *
 * Healing is the time from the end of the fault (the server takes writes) until the handler is told of an object made then; "untold" the part of the
 * acknowledged writes between the beginning of the fault and then that no event told of; "survived" in how many runs it healed.
 * "times" is the median in units of client-go's. Each run has fresh processes; the faults take turns.
 */
import { writeFile } from 'node:fs/promises';
import { startApiServer } from '../../testkit/real/start.js';
import { Network } from '../../test/faults/schedules/world/network.js';
import { ReaderAccess } from '../../test/faults/schedules/world/reader-access.js';
import { createWidgetCrd } from '../../test/faults/schedules/world/widget-crd.js';
import { WriteClient } from '../../test/faults/schedules/write/write-client.js';
import { CONTENDER_NAMES } from './contender.js';
import type { ContenderName } from './contender.js';
import { healRun } from './heal-run.js';
import type { Healing } from './heal-run.js';
import { renderHealTable } from './heal-table.js';
import { NAMED_FAULTS } from './named-faults.js';
import { readCommandLine, refuse, wholeNumber } from '../../scripts/command-line.js';

const DAY_MS = 86_400_000;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = readCommandLine(import.meta.url, {
    options: { runs: text, only: text, with: text, turns: flag, json: text, list: flag },
  });
  const only = values.only ?? '';
  const exact = NAMED_FAULTS.filter(({ name }) => name === only);
  const faults = exact.length > 0 ? exact : NAMED_FAULTS.filter(({ name }) => name.includes(only));
  if (faults.length === 0) refuse(`No fault has ${JSON.stringify(only)} in its name: --list names them`);
  if (values.list) return console.log(faults.map(({ name }) => name).join('\n'));
  const runs = wholeNumber('runs', values.runs ?? '15');
  const wanted = (values.with ?? 'client,ours').split(',');
  const names = CONTENDER_NAMES.filter((name) => wanted.some((part) => name.includes(part)));
  if (names.length === 0) refuse(`No contender has ${values.with} in its name, only ${CONTENDER_NAMES.join(', ')}`);
  const results = faults.map((fault) => ({ fault, healings: [] as Healing[] }));
  await using server = await startApiServer({ audit: false });
  await createWidgetCrd([server]);
  await using network = await Network.start([server]);
  await using access = await ReaderAccess.grant(server, DAY_MS);
  using client = new WriteClient({ urls: [server.url], ca: server.caPem, token: server.adminToken });
  const nobody = { noteCrdDeletion: () => undefined, suspend: () => undefined, resume: () => undefined };
  const targets = { servers: [server], network, access, writer: nobody, reader: nobody } as const;
  for (let run = 1; run <= runs; run += 1) {
    for (const { fault, healings } of results) {
      const found: Healing[] = [];
      for (const group of values.turns ? rotated(names, run).map((name) => [name]) : [names]) {
        found.push(...(await healRun({ targets, client, folder: access.folder }, fault, group)));
      }
      healings.push(...found);
      const times = found.map(({ contender, healMs }) => `${contender} ${healMs?.toFixed(0) ?? 'never'}`);
      console.error(`run ${run} of ${runs}, ${fault.name}: ${times.join(', ')}`);
    }
  }
  console.log(`Healing in ms, ${runs} runs.\n\n${renderHealTable(results, names)}`);
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(results, undefined, 2));
}

/** The same names, with another one first in each run, so that none always comes behind the same. */
function rotated(names: readonly ContenderName[], run: number): readonly ContenderName[] {
  const first = run % names.length;
  return [...names.slice(first), ...names.slice(0, first)];
}

await main();

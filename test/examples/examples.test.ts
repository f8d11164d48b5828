import { describe, expect, it } from 'vitest';
import { SimulatedApiServer } from '@informer-gen/testing';
import { examples } from '../../examples/examples.js';
import type { Example } from '../../examples/support/context.js';
import { runExample } from '../../examples/support/run-example.js';
import { openServer, simulatedServer } from '../../examples/support/servers.js';
import type { ExampleServer } from '../../examples/support/servers.js';
import { describeWithApiServer } from '../setup/api-server.js';
import { expectedOutput, flaky, inExpectedOrder, sorted } from './expected.js';

/** Those that end by themselves. */
const names = Object.keys(examples).filter((name) => examples[name]?.runsUntilStopped !== true);

describe('the examples on the simulated server', () => {
  it.each(names)('%s prints what it should', async (name) => {
    const simulated = await SimulatedApiServer.start();
    await using server = await simulatedServer(simulated);
    expectOutput(name, await linesOf(name, server));
  });

  it.each(names)('%s leaves nothing behind', async (name) => {
    const simulated = await SimulatedApiServer.start({ controllers: { namespaces: true } });
    const before = simulated.objects('namespaces').length;
    await using server = await simulatedServer(simulated);
    await linesOf(name, server);
    await simulated.until(() => simulated.openWatches() === 0);
    expect(simulated.objects('pods')).toEqual([]);
    expect(simulated.objects('nodes')).toEqual([]);
    expect(simulated.objects('namespaces')).toHaveLength(before);
  });

  it.each(['shared-informer', 'scheduler'])('%s opens one watch of pods, whoever asks for them', async (name) => {
    const simulated = await SimulatedApiServer.start();
    await using server = await simulatedServer(simulated);
    await linesOf(name, server);
    const watches = simulated.requests.filter(({ verb, resource }) => verb === 'watch' && resource === 'pods');
    const fieldSelector = name === 'scheduler' ? 'status.phase!=Succeeded,status.phase!=Failed' : undefined;
    expect(watches.map(({ query }) => query['fieldSelector'])).toEqual([fieldSelector]);
  });

  it('deltafifo says what was done to whatever it is given', async () => {
    await using server = await openServer('simulated');
    expect(await linesOf('deltafifo', server, ['web', 'old', 'new'])).toEqual([
      'Added web  value: old',
      'add handler called',
      'Updated web  value: new',
      'update handler called',
      'Deleted web  value: new',
      'delete handler called',
    ]);
  });

  it('inspector serves its page until it is stopped', async () => {
    await using server = await openServer('simulated');
    const stop = new AbortController();
    const lines: string[] = [];
    const write = (line: string): void => {
      lines.push(line);
      if (lines.length === 2) stop.abort(new Error('seen'));
    };
    await runExample(examples['inspector'] as Example, {
      server,
      args: ['healthy', '0'],
      write,
      signal: stop.signal,
    });
    expect(lines[0]).toMatch(/^open http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(lines[1]).toMatch(/api\/inspection$/);
  });

  it('fails with the reason when it is interrupted', async () => {
    await using server = await openServer('simulated');
    const stop = new AbortController();
    const waitsForever: Example = {
      summary: '',
      run: ({ output }) => {
        stop.abort(new Error('enough'));
        return output.printed('what nobody prints');
      },
    };
    const running = runExample(waitsForever, { server, write: () => {}, signal: stop.signal });
    await expect(running).rejects.toThrow('enough');
  });
});

describeWithApiServer('the examples on a real server', (apiServer) => {
  it.each(names)('%s prints what it should', async (name) => {
    await using server = await openServer(apiServer().kubeconfigPath);
    expectOutput(name, await linesOf(name, server));
  });
});

async function linesOf(name: string, server: ExampleServer, args: readonly string[] = []): Promise<string[]> {
  const lines: string[] = [];
  const example = examples[name] as Example;
  await runExample(example, { server, args, write: (line) => lines.push(line) });
  return lines;
}

function expectOutput(name: string, lines: readonly string[]): void {
  const expected = expectedOutput[name]?.();
  if (expected === undefined) throw new Error(`nobody has written down what the example ${name} prints`);
  expect(inExpectedOrder(lines, expected)).toEqual(sorted(expected));
  if (name === 'workqueue') expect(lines.filter((line) => line.startsWith('flaky'))).toEqual(flaky);
}

/**
 * Packs all packages, installs them into empty projects as a user would, and does there what the documentation says: install,
 * generate, compile, run. The programs are the pages' own; those that need a cluster run against the simulated API
 * server of the installed `@informer-gen/testing`.
 *
 *   npm run check:install             combinations that have every version of Node, client-node, TypeScript, and every
 *                                     moduleResolution at least once
 *   npm run check:install -- --all    every combination
 *   npm run check:install -- --packed <folder>    with what `check:packages -- --keep <folder>` packed
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, findApiServer } from '@informer-gen/testing';
import { codeBlocks } from './packaging/code-blocks.js';
import { importTimeMs, megabytes, sizeOf } from './packaging/installed.js';
import { linkedCrd, linkedProgram } from './packaging/linked-crd.js';
import { nodeBinary, type NodeBinary } from './packaging/node-binary.js';
import { npm, packAll, packedIn, type Tarball } from './packaging/packages.js';
import { Project } from './packaging/project.js';
import { followPage } from './packaging/documented-start.js';
import { filesOf, NEWCOMERS_PAGES } from './packaging/page-steps.js';
import { runUntilPrinted } from './packaging/run-until-printed.js';
import { startSimulatedCluster } from './packaging/simulated-cluster.js';
import { readCommandLine } from './command-line.js';

/** client-node 2 needs Node 22.19. */
const platforms = [
  { node: '20', clientNode: '1.4' },
  { node: '24', clientNode: '1.4' },
  { node: '24', clientNode: '2' },
] as const;
const compilers = ['5.5', '5', '7'] as const;
const resolutions = ['nodenext', 'bundler'] as const;

/** Where the newcomers' pages are followed from an empty directory. */
const newcomers = [
  { node: '20', typescript: '5.9' },
  { node: '22', typescript: '7' },
  { node: '24', typescript: '7' },
];

/** Checked unless all are: every value of everything, at least once. */
const chosen: { readonly [platform: string]: readonly string[] } = {
  '20/1.4': ['5.5/nodenext', '7/bundler'],
  '24/2': ['5.5/bundler', '5/nodenext', '7/nodenext'],
};

const { values } = readCommandLine(import.meta.url, {
  options: { all: { type: 'boolean', default: false }, packed: { type: 'string' } },
});
const work = mkdtempSync(join(tmpdir(), 'informer-gen-install-'));
const started = performance.now();

function say(text: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

/** The compilers, side by side: the folder of each by its version. */
function installCompilers(): ReadonlyMap<string, string> {
  const folder = join(work, 'compilers');
  const aliases = compilers.map((version) => `typescript-${version}@npm:typescript@${version}`);
  npm(['install', '--no-save', '--prefer-offline', '--prefix', folder, ...aliases], work);
  return new Map(compilers.map((version) => [version, join(folder, `node_modules/typescript-${version}`)]));
}

interface Program {
  readonly file: string;
  readonly code: string | undefined;
  /** Lines that it has to print. */
  readonly prints: readonly string[];
  /** Default false. It is compiled everywhere, and runs where there is one. */
  readonly needsRealServer?: boolean;
  /** Default false. It runs until it is told to stop: it gets a SIGTERM once it has printed those lines. */
  readonly untilStopped?: boolean;
}

/** Programs of the pages, and the lines that they print in a cluster with the samples. */
const programs: readonly Program[] = [
  {
    file: 'start.ts',
    code: filesOf('docs/start.md').get('main.ts'),
    prints: ['added my-site', 'my-site uses the image nginx:1.29'],
    untilStopped: true,
  },
  {
    file: 'readme.ts',
    code: filesOf('README.md').get('main.ts'),
    prints: ['added my-site', 'my-site runs 2 replicas of nginx:1.29'],
  },
  ...codeBlocks('generated/README.md', 'ts').map((code, position) => ({
    file: `kubernetes-${position}.ts`,
    code,
    prints: [['pod web node-1', 'deployment shop 3', 'jobs 0'], ['containers 1'], ['widgets 1']][position] ?? [],
  })),
  { file: 'linked.ts', code: linkedProgram, prints: [] },
];

/** Those that bring their own server, and need the package for tests. */
const testPrograms: readonly Program[] = codeBlocks('testkit/README.md', 'ts').map((code, position) => ({
  file: `testing-${position}.ts`,
  code,
  prints: [['cached default/a'], ['added a', 'added b', 'resync', 'watches 1'], ['a real server']][position] ?? [],
  needsRealServer: code.includes('startApiServer'),
}));

function runPrograms(run: readonly Program[], project: Project, outDir: string, kubeconfig: string): void {
  for (const { file, prints, needsRealServer, untilStopped } of run) {
    if (needsRealServer === true && findApiServer() === undefined) continue;
    const program = join(outDir, file.replace(/ts$/, 'js'));
    const env = { KUBECONFIG: kubeconfig };
    const printed =
      untilStopped === true
        ? runUntilPrinted(project, program, { lines: prints, env })
        : project.run([project.node.path, program], env);
    for (const line of prints)
      assert(printed.split('\n').includes(line), `${file} did not print "${line}":\n${printed}`);
  }
}

/** The generator as it is installed: its program runs, finds its templates, and agrees with itself. */
function checkGenerator(project: Project, version: string): void {
  assert.equal(project.run(['npx', '--no-install', 'informer-gen', '--version']).trim(), version);
  assert.match(project.run(['npx', '--no-install', 'informer-gen', '--help']), /--crd <path/);
  project.run(['npx', '--no-install', 'informer-gen', '--crd', './crds', '--check']);
  project.write('linked.json', JSON.stringify(linkedCrd));
  const kubernetes = ['--kubernetes-types', '@informer-gen/kubernetes'];
  project.run(['npx', '--no-install', 'informer-gen', '--crd', 'linked.json', '--out', 'linked', ...kubernetes]);
  const types = readFileSync(join(project.folder, 'linked/example.org/v1/types/claims.ts'), 'utf8');
  assert.match(types, /from '@informer-gen\/kubernetes\/core\/v1\/types'/, 'the type of Kubernetes is not imported');
}

async function checkPlatform(
  { node, clientNode }: (typeof platforms)[number],
  tarballs: readonly Tarball[],
  typescript: ReadonlyMap<string, string>,
): Promise<void> {
  const binary = nodeBinary(node, join(work, `node-${node}`));
  const project = new Project(join(work, `app-${node}-${clientNode}`), {
    node: binary,
    tarballs,
    versions: { '@kubernetes/client-node': clientNode, '@types/node': '20', typescript: '7' },
  });
  project.follow(['npm', 'install', '--save-dev', 'informer-gen', 'typescript', '@types/node']);
  project.followReadme('generated/README.md');
  project.follow(['npx', '--no-install', 'informer-gen', '--crd', './crds']);
  project.followReadme('testkit/README.md');
  checkGenerator(project, tarballs[0]?.version ?? '');
  const all = [...programs, ...testPrograms];
  for (const { file, code } of all) project.write(file, `${code ?? ''}\nexport {};\n`);
  const title = `Node ${node}, client-node ${clientNode}`;
  say(`${title}: installed, generated`);

  await using cluster = await startSimulatedCluster({
    project: project.folder,
    node: binary,
    name: 'samples',
    withSamples: true,
  });
  const outputs: string[] = [];
  for (const compiler of compilers) {
    for (const moduleResolution of resolutions) {
      const wanted = chosen[`${node}/${clientNode}`]?.includes(`${compiler}/${moduleResolution}`);
      if (!values.all && wanted !== true) continue;
      const outDir = `out-${compiler}-${moduleResolution}`;
      const folder = typescript.get(compiler) ?? '';
      project.compile(
        { typescript: folder, moduleResolution, outDir },
        all.map(({ file }) => file),
      );
      runPrograms(all, project, outDir, cluster.kubeconfig);
      outputs.push(outDir);
      say(`${title}, TypeScript ${compiler}, ${moduleResolution}: compiled and ran`);
    }
  }
  project.follow(['npm', 'prune', '--omit=dev']);
  const left = project.packages().filter((name) => name === 'informer-gen' || name === '@informer-gen/testing');
  assert.deepEqual(left, [], 'generator or test servers are still there without development dependencies');
  runPrograms(programs, project, outputs[0] ?? '', cluster.kubeconfig);
  say(`${title}: ran without development dependencies`);
}

/** The generator without the runtime, in a build step. */
function checkBuildStep(tarballs: readonly Tarball[], node: NodeBinary): void {
  const project = new Project(join(work, 'build-step'), { node, tarballs });
  project.follow(['npm', 'i', '-D', 'informer-gen']);
  project.run(['npx', '--no-install', 'informer-gen', '--crd', './crds']);
  assert(readdirSync(join(project.folder, 'generated')).includes('factory.ts'));
  const packages = project.packages();
  assert(!packages.some((name) => name.startsWith('@informer-gen/')), 'the generator pulls in another of our packages');
  const bytes = sizeOf(join(project.folder, 'node_modules'));
  const without = bytes - sizeOf(join(project.folder, 'node_modules/@kubernetes'));
  say(
    `informer-gen alone: ${packages.length} packages, ${megabytes(bytes)} installed (${megabytes(without)} besides client-node itself)`,
  );
}

/** The runtime without the generator, in production. */
function checkProduction(tarballs: readonly Tarball[], node: NodeBinary): void {
  const versions = { '@kubernetes/client-node': '1.4' };
  const project = new Project(join(work, 'production'), { node, tarballs, versions });
  const size = (): string => megabytes(sizeOf(join(project.folder, 'node_modules')));
  project.follow(['npm', 'i', '@informer-gen/runtime']);
  assert.deepEqual(project.packages(), ['@informer-gen/runtime'], 'the runtime pulls in other packages');
  say(`@informer-gen/runtime alone: 1 package, ${size()} installed`);
  project.follow(['npm', 'i', '@informer-gen/kubernetes']);
  assert.deepEqual(project.packages(), ['@informer-gen/kubernetes', '@informer-gen/runtime']);
  say(`with @informer-gen/kubernetes: 2 packages, ${size()} installed`);
  for (const module of ['@informer-gen/runtime', '@informer-gen/kubernetes/core/v1/pods', '@informer-gen/kubernetes'])
    say(`import('${module}'): ${importTimeMs(node.path, project.folder, module).toFixed(0)} ms, median of 7`);
  project.follow(['npm', 'i', '@kubernetes/client-node']);
  say(`with client-node 1.4: ${project.packages().length} packages, ${size()} installed`);
}

/** The test servers beside the runtime alone, and the newcomers' pages on them. */
async function checkTesting(tarballs: readonly Tarball[], node: NodeBinary): Promise<void> {
  const project = new Project(join(work, 'testing'), { node, tarballs });
  project.follow(['npm', 'i', '@informer-gen/runtime']);
  project.followReadme('testkit/README.md');
  const packages = project.packages();
  const dependencies = ['@marcbachmann/cel-js', 'argparse', 'js-yaml'];
  assert.deepEqual(packages, ['@informer-gen/runtime', '@informer-gen/testing', ...dependencies]);
  const bytes = sizeOf(join(project.folder, 'node_modules/@informer-gen/testing'));
  // Both read the Go module that is shipped beside the compiled files.
  const asked = `import { cacheFolder, findApiServer } from '@informer-gen/testing'; console.log(cacheFolder(), findApiServer()?.source);`;
  const printed = project.run([node.path, '--input-type=module', '--eval', asked]).trim();
  assert.equal(printed, `${cacheFolder()} ${findApiServer()?.source}`, 'installed, it looks for another API server');
  say(`@informer-gen/testing: ${megabytes(bytes)} installed, ${dependencies.length} dependencies`);
  await followPages(tarballs, project);
}

/** Both pages on each combination of versions, in an empty folder and an empty cluster. Two pages run at a time. */
async function followPages(tarballs: readonly Tarball[], testing: Project): Promise<void> {
  if (spawnSync('kubectl', ['version', '--client']).status !== 0) {
    say(`${NEWCOMERS_PAGES.join(' and ')} are not followed: kubectl is not installed`);
    return;
  }
  for (const { node, typescript } of newcomers) {
    const binary = nodeBinary(node, join(work, `node-${node}`));
    const follow = async (page: string): Promise<void> => {
      const name = `${page.replace(/\W+/g, '-')}-${node}`;
      const cluster = { project: testing.folder, node: testing.node, name, withSamples: false };
      await using server = await startSimulatedCluster(cluster);
      const options = { node: binary, tarballs, typescript, kubeconfig: server.kubeconfig };
      say(`${page} on Node ${node}: ${await followPage(page, join(work, name), options)}`);
    };
    const followed = await Promise.allSettled(NEWCOMERS_PAGES.map(follow));
    for (const each of followed) if (each.status === 'rejected') throw each.reason;
  }
}

try {
  const tarballs =
    values.packed === undefined
      ? await packAll(join(work, 'tarballs'), { docs: findApiServer() !== undefined })
      : packedIn(values.packed);
  for (const { name, version, packedBytes } of tarballs)
    say(`packed ${name} ${version}, ${Math.round(packedBytes / 1e3)} KB`);
  const typescript = installCompilers();
  const node = nodeBinary('20', join(work, 'node-20'));
  checkBuildStep(tarballs, node);
  checkProduction(tarballs, node);
  await checkTesting(tarballs, node);
  for (const platform of platforms) {
    if (values.all || `${platform.node}/${platform.clientNode}` in chosen)
      await checkPlatform(platform, tarballs, typescript);
  }
  say('everything works as installed');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

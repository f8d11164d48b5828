import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../../testkit/credentials/certificates.js';
import { run } from './run.js';

/** One command line of kubectl, and what it has to print; and its exit code, where the server refuses. Default 0. */
type Line = readonly [command: string, output?: RegExp, code?: number];

/** What a user of kubectl does in a day. Run one after the other. */
const LINES: readonly Line[] = [
  ['version', /Server Version: v1\./],
  ['api-resources --verbs=list -o name', /deployments\.apps/],
  ['create namespace team'],
  ['create configmap settings --from-literal=k=v -n team'],
  ['create secret generic passwords --from-literal=k=v -n team'],
  ['create secret docker-registry pull --docker-username=u --docker-password=p --docker-server=s -n team'],
  ['create serviceaccount robot -n team'],
  ['create role reader --verb=get --resource=pods -n team'],
  ['create rolebinding reads --role=reader --serviceaccount=team:robot -n team'],
  ['create clusterrole lister --verb=list --resource=nodes'],
  ['create clusterrolebinding lists --clusterrole=lister --user=u'],
  ['create deployment web --image=web:1 --replicas=2 -n team'],
  ['create service clusterip web --tcp=80:8080 -n team'],
  ['create service nodeport open --tcp=80 -n team'],
  ['create service loadbalancer shared --tcp=80 -n team'],
  ['create service externalname elsewhere --external-name=example.com -n team'],
  ['create ingress entry --rule=example.com/*=web:80 -n team'],
  ['create job once --image=job:1 -n team'],
  ['create cronjob often --image=job:1 --schedule=*/5_*_*_*_* -n team'],
  ['create quota limits --hard=pods=5 -n team'],
  ['create poddisruptionbudget steady --selector=app=web --min-available=1 -n team'],
  ['create priorityclass high --value=1000'],
  ['create secret tls sealed --cert=CERTIFICATE --key=KEY -n team'],
  ['create configmap files --from-file=OBJECTS -n team', /created/],
  ['create job again --from=cronjob/often -n team', /created/],
  ['create deployment tried --image=web:1 --dry-run=server -o yaml -n team', /replicas: 1/],
  ['get deployment web -o jsonpath={.spec.replicas}{.spec.template.spec.containers[0].image} -n team', /^2web:1$/],
  ['get ingress entry -o jsonpath={.spec.rules[0].http.paths[0].backend.service.port.number} -n team', /^80$/],
  ['get quota limits -o jsonpath={.spec.hard.pods} -n team', /^5$/],
  ['get poddisruptionbudget steady -o jsonpath={.spec.minAvailable} -n team', /^1$/],
  ['get cronjob often -o jsonpath={.spec.schedule} -n team', /^\*\/5 /],
  ['create token robot -n team', /\./],
  ['run single --image=pod:1 -n team'],
  ['expose deployment web --name=web2 --port=80 -n team'],
  ['autoscale deployment web --max=5 --cpu-percent=80 -n team'],
  ['apply -f OBJECTS', /widget\.example\.com\/a created/],
  ['apply -f OBJECTS', /widget\.example\.com\/a unchanged/],
  ['apply --server-side --force-conflicts -f OBJECTS', /serverside-applied/],
  ['diff -f OBJECTS'],
  ['get widgets', /NAME/],
  ['explain widget.spec', /size/],
  ['explain pods', /spec\s+<PodSpec>/],
  ['explain deployment.spec.template.spec.containers', /imagePullPolicy\s+<string>/],
  ['explain deployment.spec.strategy --recursive', /maxSurge\s+<IntOrString|maxSurge\s+<string>/],
  ['explain horizontalpodautoscalers --api-version=autoscaling/v2', /VERSION:\s+v2/],
  ['explain crd.spec.versions', /storage/],
  ['apply -f WORKLOAD -n team', /deployment\.apps\/applied created/],
  ['apply -f SMALLER -n team', /deployment\.apps\/applied configured/],
  ['get deployment applied -o jsonpath={.spec.template.spec.containers[*].name} -n team', /^one$/],
  ['apply -f SMALLER -n team', /deployment\.apps\/applied unchanged/],
  ['label deployment web tier=one -n team', /labeled/],
  ['annotate deployment web note=here -n team', /annotated/],
  ['patch deployment web --type=merge -p {"spec":{"replicas":3}} -n team', /patched/],
  ['patch deployment web -p {"spec":{"minReadySeconds":1}} -n team', /patched/],
  ['patch deployment web --type=json -p [{"op":"remove","path":"/spec/minReadySeconds"}] -n team', /patched/],
  ['set image deployment/web web=web:2 -n team', /updated/],
  ['set env deployment/web A=b -n team', /updated/],
  ['scale deployment web --replicas=4 -n team', /scaled/],
  ['patch deployment web --subresource=status --type=merge -p STATUS -n team', /patched/],
  ['rollout status deployment web --timeout=5s -n team', /successfully rolled out/],
  ['rollout pause deployment web -n team', /paused/],
  ['rollout resume deployment web -n team', /resumed/],
  ['rollout restart deployment web -n team', /restarted/],
  ['wait --for=condition=established crd/widgets.example.com --timeout=5s', /condition met/],
  ['wait --for=jsonpath={.spec.replicas}=4 deployment/web --timeout=5s -n team', /condition met/],
  ['edit configmap settings -n team', /edited/],
  ['get pods,deployments,services,configmaps,secrets,jobs,cronjobs,ingresses -o wide -n team', /web/],
  ['get all -n team', /deployment\.apps\/web/],
  ['get pod single -o yaml -n team', /kind: Pod/],
  ['get pods -o jsonpath={.items[*].metadata.name} -n team', /single/],
  ['get deployments -o custom-columns=N:.metadata.name --no-headers -n team', /web/],
  ['describe deployment web -n team', /Replicas:/],
  ['describe pod single -n team', /Name:\s+single/],
  ['logs single -n team'],
  ['auth can-i create pods -n team', /yes/],
  ['auth can-i --list -n team', /\*\.\*/],
  ['auth whoami', /Username/],
  ['get events -n team'],
  ['taint node n1 k=v:NoSchedule', /tainted/],
  ['cordon n1', /cordoned/],
  ['uncordon n1', /uncordoned/],
  ['replace -f OBJECTS', /replaced/],
  ['replace --force -f OBJECTS', /replaced/],
  [
    'apply --prune -l app=applied --prune-allowlist=core/v1/ConfigMap -f LABELLED -n team',
    /configmap\/labelled created/,
  ],
  ['apply view-last-applied deployment applied -n team', /image: one/],
  ['diff -f LARGER -n team', /two/, 1],
  ['apply --server-side --field-manager=other -f LARGER -n team', /serverside-applied/],
  [
    'set resources deployment/applied --limits=cpu=200m,memory=512Mi --requests=cpu=100m -n team',
    /requirements updated/,
  ],
  ['set selector service web a=b -n team', /selector updated/],
  ['set serviceaccount deployment applied robot -n team', /serviceaccount updated/],
  ['set subject rolebinding reads --user=x -n team', /subjects updated/],
  ['set env deployment/applied --list -n team', /# Deployment applied/],
  ['create -f REPLICAS -n team', /replicaset\.apps\/applied-old created/],
  ['label replicaset applied-old a=b -n team', /labeled/],
  ['label replicaset applied-old a=c -n team', /already has a value/, 1],
  ['label replicaset applied-old a=c --overwrite -n team', /labeled/],
  ['annotate pods --all note=all -n team', /single annotated/],
  ['patch deployment applied --subresource=scale --type=merge -p {"spec":{"replicas":2}} -n team', /patched/],
  [
    'patch deployment applied --type=json -p [{"op":"test","path":"/spec/replicas","value":9}] -n team',
    /request is invalid/,
    1,
  ],
  ['patch deployment applied -p {"spec":{"replicas":-1}} -n team', /must be greater than or equal to 0/, 1],
  ['scale deployment applied --replicas=3 --current-replicas=9 -n team', /Expected replicas to be 9, was 2/, 1],
  ['rollout undo deployment/applied --to-revision=7 -n team', /unable to find specified revision 7/, 1],
  ['wait --for=delete pod/none --timeout=1s -n team'],
  ['wait --for=condition=Available deployment/applied --timeout=1s -n team', /timed out/, 1],
  ['get pods --field-selector=spec.odd=x -n team', /field label not supported: spec\.odd/, 1],
  ['get pods --sort-by=.metadata.name --show-labels -n team', /run=single/],
  ['get nodes -o wide', /CONTAINER-RUNTIME/],
  ['get --raw /readyz?verbose', /readyz check passed/],
  ['debug single --image=busybox --profile=general -n team', /debugger/],
  ['exec single -- ls', /not found/, 1],
  ['top pods -n team', /Metrics API not available/, 1],
  ['auth can-i get nothing', /yes/],
  ['expose pod single --name=web3 --port=80 -n team', /exposed/],
  ['create token nobody -n team', /not found/, 1],
  ['describe node n1', /Unschedulable:\s+false/],
  ['describe ingress entry -n team', /example\.com/],
  ['drain n1 --ignore-daemonsets --timeout=5s', /drained/],
  ['apply -k KUSTOMIZED', /configmap\/k-base created/],
  ['delete -k KUSTOMIZED', /deleted/],
  ['delete configmap settings --dry-run=server -n team', /deleted \(server dry run\)/],
  ['delete configmap none --ignore-not-found -n team'],
  ['delete configmap settings -n team', /deleted/],
  ['delete deployment web --cascade=foreground --wait=false -n team', /deleted/],
  ['delete job once --cascade=orphan --wait=false -n team', /deleted/],
  ['delete pod single --grace-period=0 --force -n team', /deleted/],
  ['delete services --all -n team', /deleted/],
  ['delete -f OBJECTS', /deleted/],
  ['delete namespace team --timeout=10s', /deleted/],
];

/** A Deployment whose second container goes with the second apply. */
const workload = (...names: readonly string[]): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'applied' },
    spec: {
      selector: { matchLabels: { app: 'applied' } },
      template: {
        metadata: { labels: { app: 'applied' } },
        spec: { containers: names.map((name) => ({ name, image: name })) },
      },
    },
  });

function configMap(name: string, labels: object): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { a: 'b' } };
}

const STATUS = JSON.stringify({
  status: { observedGeneration: 9, replicas: 4, updatedReplicas: 4, readyReplicas: 4, availableReplicas: 4 },
});

/** Where kubectl finds what it needs. */
export interface KubectlFiles {
  readonly folder: string;
  readonly kubeconfig: string;
  /** What `OBJECTS` in a command line stands for: a file of objects, a CRD among them. */
  readonly objects: string;
}

/** Runs every line. Returns what went wrong, one text for each line that did. */
export async function runKubectl({ folder, kubeconfig, objects }: KubectlFiles): Promise<string[]> {
  const editor = join(folder, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i "s/k: v/k: w/" "$1"\n', { mode: 0o755 });
  const env = { ...process.env, KUBECONFIG: kubeconfig, KUBE_EDITOR: editor };
  const [larger, smaller] = [join(folder, 'workload.json'), join(folder, 'smaller.json')];
  writeFileSync(larger, workload('one', 'two'));
  writeFileSync(smaller, workload('one'));
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const pair = createAuthority();
  writeFileSync(certificate, pair.certificatePem);
  writeFileSync(key, pair.privateKeyPem);
  const [labelled, replicas, kustomized] = [join(folder, 'labelled.json'), join(folder, 'rs.json'), join(folder, 'k')];
  writeFileSync(labelled, JSON.stringify(configMap('labelled', { app: 'applied' })));
  writeFileSync(
    replicas,
    workload('one').replace('"Deployment"', '"ReplicaSet"').replace('"applied"', '"applied-old"'),
  );
  mkdirSync(kustomized, { recursive: true });
  writeFileSync(join(kustomized, 'base.json'), JSON.stringify(configMap('base', {})));
  writeFileSync(join(kustomized, 'kustomization.yaml'), 'namePrefix: k-\nnamespace: team\nresources: [base.json]\n');
  const words: Readonly<Record<string, string>> = {
    LABELLED: labelled,
    LARGER: larger,
    REPLICAS: replicas,
    KUSTOMIZED: kustomized,
    OBJECTS: objects,
    WORKLOAD: larger,
    SMALLER: smaller,
    STATUS,
    CERTIFICATE: certificate,
    KEY: key,
  };
  const faults: string[] = [];
  for (const [line, output, expected = 0] of LINES) {
    const args = line.split(' ').map((word) => filledIn(word, words));
    const cache = `--cache-dir=${join(folder, 'cache')}`;
    const { code, stdout, stderr } = await run('kubectl', [cache, ...args], { env });
    const printed = expected === 0 ? stdout : stdout + stderr;
    if (code !== expected) faults.push(`kubectl ${line}: exit code ${code}: ${stderr.trim()}`);
    else if (output !== undefined && !output.test(printed)) faults.push(`kubectl ${line}: printed ${stdout}${stderr}`);
  }
  return faults;
}

/** `--cert=CERTIFICATE` with the path of the file; `_*` stands for a blank and a star. */
function filledIn(word: string, words: Readonly<Record<string, string>>): string {
  const [, flag = '', value = ''] = /^(--[\w-]+=)?([^]*)$/.exec(word) ?? [];
  return words[value] === undefined ? word.replaceAll('_*', ' *') : flag + words[value];
}

/** How many lines there are. */
export const KUBECTL_LINES: number = LINES.length;

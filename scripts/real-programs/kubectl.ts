import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../../testkit/credentials/certificates.js';
import { run } from './run.js';

/** One command line of kubectl, and what it has to print. */
type Line = readonly [command: string, output?: RegExp];

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
  const words: Readonly<Record<string, string>> = {
    OBJECTS: objects,
    WORKLOAD: larger,
    SMALLER: smaller,
    STATUS,
    CERTIFICATE: certificate,
    KEY: key,
  };
  const faults: string[] = [];
  for (const [line, output] of LINES) {
    const args = line.split(' ').map((word) => filledIn(word, words));
    const cache = `--cache-dir=${join(folder, 'cache')}`;
    const { code, stdout, stderr } = await run('kubectl', [cache, ...args], { env });
    if (code !== 0) faults.push(`kubectl ${line}: exit code ${code}: ${stderr.trim()}`);
    else if (output !== undefined && !output.test(stdout)) faults.push(`kubectl ${line}: printed ${stdout}${stderr}`);
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

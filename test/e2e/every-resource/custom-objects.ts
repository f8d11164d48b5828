const certManager = ['certificaterequests', 'certificates', 'clusterissuers', 'issuers'].map(
  (plural) => `crds/cert-manager+cert-manager/${plural}.cert-manager.io.yaml`,
);
const acme = ['challenges', 'orders'].map(
  (plural) => `crds/cert-manager+cert-manager/${plural}.acme.cert-manager.io.yaml`,
);
const gateway = ['gatewayclasses', 'gateways', 'grpcroutes', 'httproutes', 'referencegrants'].map(
  (plural) => `crds/kubernetes-sigs+gateway-api/${plural}.gateway.networking.k8s.io.yaml`,
);
const monitoring = ['alertmanagers', 'podmonitors', 'probes', 'prometheuses', 'prometheusrules', 'servicemonitors'].map(
  (plural) => `crds/prometheus-operator+prometheus-operator/${plural}.monitoring.coreos.com.yaml`,
);
const others = [
  'crds/kyverno+kyverno/policyexceptions.kyverno.io.yaml',
  'crds/istio+api/virtualservices.networking.istio.io.yaml',
  'crds/istio+api/authorizationpolicies.security.istio.io.yaml',
  'crds/crossplane+crossplane/functions.pkg.crossplane.io.yaml',
  'crds/crossplane+crossplane/locks.pkg.crossplane.io.yaml',
  'crds/external-secrets+external-secrets/externalsecrets.external-secrets.io.yaml',
];

/** The CRDs that are installed on a real server: our own, and real ones where they are at hand. */
export const crdFiles: { readonly own: readonly string[]; readonly real: readonly string[] } = {
  own: ['widgets', 'orders', 'factories'].map((name) => `examples/crds/${name}.yaml`),
  real: [...certManager, ...acme, ...gateway, ...monitoring, ...others],
};

const oneOf = 'fields exclude each other (oneOf)';
const rules = 'fields exclude each other (CEL)';
const not = 'fields exclude each other (not)';

/** Resources of which an object with every field is refused, by the server's own word, and why. */
export const noWholeSample: Readonly<Record<string, string>> = {
  'cert-manager.io/v1/clusterissuers': rules,
  'cert-manager.io/v1/issuers': rules,
  'external-secrets.io/v1/externalsecrets': 'maxProperties: 1 of several',
  'gateway.networking.k8s.io/v1/grpcroutes': rules,
  'gateway.networking.k8s.io/v1/httproutes': rules,
  'gateway.networking.k8s.io/v1beta1/httproutes': rules,
  'kyverno.io/v2/policyexceptions': not,
  'kyverno.io/v2beta1/policyexceptions': not,
  'monitoring.coreos.com/v1/alertmanagers': rules,
  'monitoring.coreos.com/v1/prometheuses': rules,
  'networking.istio.io/v1/virtualservices': oneOf,
  'networking.istio.io/v1alpha3/virtualservices': oneOf,
  'networking.istio.io/v1beta1/virtualservices': oneOf,
  'pkg.crossplane.io/v1/functions': 'a text has to be the name of an image (CEL)',
  'pkg.crossplane.io/v1beta1/functions': 'a text has to be the name of an image (CEL)',
  'security.istio.io/v1/authorizationpolicies': rules,
  'security.istio.io/v1beta1/authorizationpolicies': rules,
};

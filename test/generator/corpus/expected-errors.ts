const helm = /^this is a Helm template, not YAML: render it first/;

/** The files of the corpus that cannot be generated, and the error that is right for each. All others generate. */
export const expectedErrors: Readonly<Record<string, RegExp>> = {
  'crds/fabric8io+kubernetes-client/escapes.example.com.yaml': /^version "\.\.\/\.\.\/\.\.\/\.\.\/pwned" is refused: /,
  'crds/fabric8io+kubernetes-client/foos.example.com.yaml': /^version "v\\\\u0022\) class PwnedVersion .* is refused: /,
  // The API server wants the plural in lower case.
  'crds/fabric8io+kubernetes-client/existing-java-type.example.com.yaml': /^plural "existingJavaTypes" is refused: /,
  // Every field is set to its own name, for a round trip; the group is then no DNS name.
  'crds/kubernetes+kubernetes/nameValue.yaml': /^group "groupValue" is refused: /,
  'crds/kubernetes+kubernetes/nameValue.v1beta1.yaml': /^group "groupValue" is refused: /,
  'helm-templated/cert-manager-crd-acme.cert-manager.io_challenges.yaml': helm,
  'helm-templated/cert-manager-crd-acme.cert-manager.io_orders.yaml': helm,
  'helm-templated/cert-manager-crd-cert-manager.io_certificaterequests.yaml': helm,
  'helm-templated/cert-manager-crd-cert-manager.io_certificates.yaml': helm,
  'helm-templated/cert-manager-crd-cert-manager.io_clusterissuers.yaml': helm,
  'helm-templated/cert-manager-crd-cert-manager.io_issuers.yaml': helm,
  'helm-templated/karpenter-autoscaling.x-k8s.io_capacitybuffers.yaml': helm,
  'helm-templated/karpenter-karpenter.k8s.aws_ec2nodeclasses.yaml': helm,
  'helm-templated/karpenter-karpenter.sh_nodeclaims.yaml': helm,
};

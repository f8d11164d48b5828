/** The files of the corpus that cannot be generated, and the error that is right for each. All others generate. */
export const expectedErrors: Readonly<Record<string, RegExp>> = {
  'crds/fabric8io+kubernetes-client/escapes.example.com.yaml': /^version "\.\.\/\.\.\/\.\.\/\.\.\/pwned" is refused: /,
  'crds/fabric8io+kubernetes-client/foos.example.com.yaml': /^version "v\\\\u0022\) class PwnedVersion .* is refused: /,
  // The API server wants the plural in lower case.
  'crds/fabric8io+kubernetes-client/existing-java-type.example.com.yaml': /^plural "existingJavaTypes" is refused: /,
  // Every field is set to its own name, for a round trip; the group is then no DNS name.
  'crds/kubernetes+kubernetes/nameValue.yaml': /^group "groupValue" is refused: /,
  'crds/kubernetes+kubernetes/nameValue.v1beta1.yaml': /^group "groupValue" is refused: /,
};

/** Parts of the names of images, as registries have them. */
const WORD = '[a-z0-9]+';
const SEPARATOR = '(?:[._]|__|[-]+)';
const PATH_PART = `${WORD}(?:${SEPARATOR}${WORD})*`;
const HOST_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const HOST = String.raw`(?:${HOST_PART}(?:\.${HOST_PART})*|\[(?:[a-fA-F0-9:]+)\])(?::[0-9]+)?`;
const TAG = String.raw`[\w][\w.-]{0,127}`;
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*[:][0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^((?:${HOST}/)?${PATH_PART}(?:/${PATH_PART})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`);
/** The identity of an image, which is no name. */
const IDENTIFIER = /^[a-f0-9]{64}$/;
const MAX_NAME = 255;
const SHA256 = /^sha256:[a-f0-9]{64}$/;

/** When an image is pulled if nobody says so: always where it is the latest one. A name that cannot be read has no tag. */
export function pullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const match = IDENTIFIER.test(image) ? null : REFERENCE.exec(image);
  if (match === null) return 'IfNotPresent';
  const [, name = '', tag, digest] = match;
  const isReadable =
    name.length <= MAX_NAME && (digest === undefined || !digest.startsWith('sha256:') || SHA256.test(digest));
  return isReadable && (tag ?? (digest === undefined ? 'latest' : '')) === 'latest' ? 'Always' : 'IfNotPresent';
}

import { decodeProtobuf, PROTOBUF } from '../representation/protobuf-body.js';
import { readYaml } from '../representation/yaml.js';

/** Parses the body of a request for its record; returns it as a string if it cannot be parsed. */
export function readRequestBody(body: string | Buffer, contentType: string, kind: string | undefined): unknown {
  try {
    if (contentType === PROTOBUF) return decodeProtobuf(Buffer.from(body), kind);
    return parse(body.toString(), contentType);
  } catch {
    return body.toString();
  }
}

function parse(text: string, contentType: string): unknown {
  if (!contentType.endsWith('yaml')) return JSON.parse(text);
  try {
    // JSON is YAML, and most clients send it as such.
    return JSON.parse(text);
  } catch {
    return readYaml(text).value;
  }
}

import { roundTrip } from '../builtin/go-codec.js';
import { DecodeError } from '../builtin/go-scalars.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { goQuote } from '../rules/go-text.js';
import { checkDeleteOptions } from '../storage/deletion.js';
import type { DeleteOptions } from '../storage/deletion.js';
import { readData } from './api-call.js';
import type { ApiCall } from './api-call.js';

/** The options of a deletion: those of the body, or without one those of the URL, which has no preconditions. */
export async function readDeleteOptions(call: ApiCall): Promise<DeleteOptions> {
  const message = (fault: string): string => `couldn't get version/kind; json parse error: ${fault}`;
  const body = await readData(call, { empty: undefined, message });
  const { options, dryRun } = body === undefined ? ofQuery(call.query) : ofBody(body ?? {});
  checkDeleteOptions(options, dryRun);
  return { ...options, dryRun: dryRun.length > 0 };
}

interface Read {
  readonly options: DeleteOptions;
  readonly dryRun: readonly string[];
}

function ofQuery(query: URLSearchParams): Read {
  const seconds = query.get('gracePeriodSeconds');
  const orphan = query.get('orphanDependents');
  const policy = query.get('propagationPolicy');
  return {
    dryRun: query.getAll('dryRun'),
    options: {
      ...(seconds === null ? {} : { gracePeriodSeconds: wholeNumber(seconds) }),
      ...(orphan === null ? {} : { orphanDependents: !/^(0|f|false)$/i.test(orphan) }),
      ...(policy === null ? {} : { propagationPolicy: policy }),
    },
  };
}

/** A number as Go reads it; throws 400. */
function wholeNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  return Number(text);
}

function ofBody(body: unknown): Read {
  if (!isJsonObject(body)) {
    const kind = Array.isArray(body) ? 'array' : typeof body;
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${kind} into Go value of type ${target}`,
    );
  }
  const { kind = 'DeleteOptions', apiVersion = 'v1' } = body;
  if (kind !== 'DeleteOptions') {
    throw badRequest(
      `no kind "${String(kind)}" is registered for version "${String(apiVersion)}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const read = decoded(body);
  return { dryRun: Array.isArray(read['dryRun']) ? read['dryRun'].map(String) : [], options: deleteOptionsOf(read) };
}

/** The options as Go reads them: a value of the wrong type is refused, never left out. */
function decoded(body: JsonObject): JsonObject {
  try {
    return roundTrip('meta/v1.DeleteOptions', body).object;
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(error.message);
    throw error;
  }
}

/** Options as a body has them, which were decoded before. */
export function deleteOptionsOf(body: JsonObject): DeleteOptions {
  const { gracePeriodSeconds, orphanDependents, propagationPolicy, preconditions } = body;
  const { uid, resourceVersion } = isJsonObject(preconditions) ? preconditions : {};
  return {
    ...(typeof gracePeriodSeconds === 'number' ? { gracePeriodSeconds } : {}),
    ...(typeof orphanDependents === 'boolean' ? { orphanDependents } : {}),
    ...(typeof propagationPolicy === 'string' ? { propagationPolicy } : {}),
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}

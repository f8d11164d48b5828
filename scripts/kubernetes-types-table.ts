import { readFileSync } from 'node:fs';
import { resolveSettings } from '../generator/config/settings.js';
import type { GenerateOptions } from '../generator/index.js';
import { buildModel } from '../generator/model/build-model.js';
import { kubernetesTypesOf } from '../generator/model/kubernetes-types.js';

/** The text of the table of Kubernetes' types that the generator ships: of what it makes of this OpenAPI document. */
export function typesTable(openapi: string, options: GenerateOptions): string {
  const settings = resolveSettings({ ...options, openapi });
  const source = { file: openapi, form: 'openapi' as const, bytes: readFileSync(openapi), hash: '' };
  const { model } = buildModel([source], settings);
  return `${JSON.stringify(kubernetesTypesOf(model.definitions), null, 2)}\n`;
}

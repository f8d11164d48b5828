import { readFileSync } from 'node:fs';
import { resolveModelOptions } from '../generator/config/settings.js';
import type { GenerateOptions } from '../generator/index.js';
import { sourceOf } from '../generator/input/sources.js';
import { kubernetesTypesOf } from '../generator/layout/kubernetes-types-table.js';
import { buildModel, inputsOf } from '../generator/model/build-model.js';

/** The text of the table of Kubernetes' types that the generator ships: of what it makes of this OpenAPI document. */
export function typesTable(openapi: string, options: GenerateOptions): string {
  const sources = [sourceOf(openapi, 'openapi', readFileSync(openapi))];
  const { model } = buildModel(inputsOf(sources), resolveModelOptions(options));
  return `${JSON.stringify(kubernetesTypesOf(model.definitions), null, 2)}\n`;
}

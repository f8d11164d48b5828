import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { named, numberIn, textOr } from './row-parts.js';
import type { RowPrinter } from './row-parts.js';

const NAMED_METRICS = 2;

/** What an autoscaler scales, by what, and how far. */
export const autoscalerRow: RowPrinter = named((object) => {
  const [spec, status] = [objectIn(object, 'spec'), objectIn(object, 'status')];
  const target = objectIn(spec, 'scaleTargetRef');
  const { minReplicas = '<unset>' } = spec;
  return [
    `${textIn(target, 'kind')}/${textIn(target, 'name')}`,
    metricsCell(spec, status),
    String(minReplicas),
    numberIn(spec, 'maxReplicas'),
    numberIn(status, 'currentReplicas'),
  ];
});

function metricsCell(spec: JsonObject, status: JsonObject): string {
  const current = objectsIn(status, 'currentMetrics');
  const texts = objectsIn(spec, 'metrics').map((metric, index) => metricText(metric, current[index] ?? {}));
  if (texts.length === 0) return '<none>';
  const more = texts.length - NAMED_METRICS;
  const shown = texts.slice(0, NAMED_METRICS).join(', ');
  return more > 0 ? `${shown} + ${more} more...` : shown;
}

function metricText(metric: JsonObject, status: JsonObject): string {
  const type = textIn(metric, 'type');
  const field = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const [source, target] = [objectIn(metric, field), objectIn(objectIn(metric, field), 'target')];
  const current = objectIn(objectIn(status, field), 'current');
  const average = target['averageValue'];
  if (type === 'Resource' || type === 'ContainerResource') {
    const name = textIn(source, 'name');
    if (average !== undefined) return `${name}: ${textOr(current, 'averageValue', '<unknown>')}/${String(average)}`;
    return `${name}: ${percentage(current, '<unknown>')}/${percentage(target, '<auto>')}`;
  }
  if (average === undefined) return `${textOr(current, 'value', '<unknown>')}/${textIn(target, 'value')}`;
  const unit = type === 'Pods' ? '' : ' (avg)';
  return `${textOr(current, 'averageValue', '<unknown>')}/${String(average)}${unit}`;
}

function percentage(value: JsonObject, otherwise: string): string {
  const { averageUtilization: share } = value;
  return typeof share === 'number' ? `${share}%` : otherwise;
}

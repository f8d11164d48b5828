import type { Metric, Sample } from './instruments.js';
import { goNumber } from './numbers.js';

/** Of the text that {@link toText} makes. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics as Prometheus reads them. */
export function toText(metrics: Iterable<Metric>): string {
  let text = '';
  for (const metric of metrics) {
    const samples = metric.samples();
    if (samples.length === 0) continue;
    text += `# HELP ${metric.name} ${metric.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`;
    text += `# TYPE ${metric.name} ${metric.type}\n`;
    for (const sample of samples)
      text += `${metric.name}${sample.suffix}${labelsOf(sample)} ${goNumber(sample.value)}\n`;
  }
  return text;
}

function labelsOf({ labels }: Sample): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${escape(typeof value === 'number' ? goNumber(value) : value)}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

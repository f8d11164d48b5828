import type { Labels, Metric, Sample } from './instruments.js';
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
    text += linesOf(metric.name, samples);
  }
  return text;
}

/** The labels of a series are written once for all of its lines. */
function linesOf(name: string, samples: readonly Sample[]): string {
  let text = '';
  let written: Labels | undefined;
  let [labels, inBraces] = ['', ''];
  for (const sample of samples) {
    if (sample.labels !== written) {
      written = sample.labels;
      labels = textOf(written);
      inBraces = labels === '' ? '' : `{${labels}}`;
    }
    const { suffix, bound, value } = sample;
    const all = bound === undefined ? inBraces : `{${labels}${labels === '' ? '' : ','}le="${goNumber(bound)}"}`;
    text += `${name}${suffix}${all} ${goNumber(value)}\n`;
  }
  return text;
}

function textOf(labels: Labels): string {
  let text = '';
  for (const [name, value] of Object.entries(labels)) text += `${text === '' ? '' : ','}${name}="${escape(value)}"`;
  return text;
}

function escape(text: string): string {
  if (!/[\\"\n]/.test(text)) return text;
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

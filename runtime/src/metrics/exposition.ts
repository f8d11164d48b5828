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

/** What all lines of a series begin with is put together once. */
function linesOf(name: string, samples: readonly Sample[]): string {
  let text = '';
  let written: Labels | undefined;
  let [buckets, inBraces] = ['', ''];
  for (const { labels, suffix, bound, value } of samples) {
    if (labels !== written) {
      written = labels;
      const all = textOf(labels);
      buckets = `${name}_bucket{${all}${all === '' ? '' : ','}`;
      inBraces = all === '' ? '' : `{${all}}`;
    }
    const series = bound === undefined ? `${name}${suffix}${inBraces}` : buckets + boundText(bound);
    text += `${series} ${goNumber(value)}\n`;
  }
  return text;
}

/** Those of all histograms: a few dozen numbers, which are written again and again. */
const boundTexts = new Map<number, string>();

function boundText(bound: number): string {
  let text = boundTexts.get(bound);
  if (text === undefined) boundTexts.set(bound, (text = `le="${goNumber(bound)}"}`));
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

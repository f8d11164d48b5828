import { ENTRY_POINTS } from './api-reference/entry-points.js';
import { ApiReader } from './api-reference/read-exports.js';
const r = new ApiReader();
const seen = new Set<string>();
for (const e of ENTRY_POINTS) { for (const x of r.exportsOf(e)) { if (seen.has(x.name)) continue; seen.add(x.name);
 if ((x.kind==='function'||x.kind==='class') && x.examples.length===0) console.log('##', e.page, x.name, '\n', x.signature.split('\n').filter(l=>!/^\s*(\/\*\*|\*)/.test(l)).slice(0,14).join('\n '));
}}

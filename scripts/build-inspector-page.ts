/**
 * `npm run inspector:page`: writes the page of the inspector (`runtime/page`) as strings into the runtime, so that a program
 * that is bundled has it too, and nobody who uses it builds anything. A test sees that it is up to date.
 */
import { writeFileSync } from 'node:fs';
import { inspectorPage } from './packaging/inspector-page.js';

const { path, text } = await inspectorPage();
writeFileSync(path, text);

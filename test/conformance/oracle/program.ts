import { fileURLToPath } from 'node:url';
import { GoProgram } from '../../setup/go-program.js';

/** client-go's own informer, as a program that prints what its handler is told. */
export const oracleProgram = new GoProgram('oracle', fileURLToPath(new URL('go/', import.meta.url)));

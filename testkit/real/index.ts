/** The real API server as a test bed: found or built, started, used, broken and stopped from TypeScript. */
export { ApiServerAccess } from './access.js';
export type { ApiServerConnection, Credentials } from './access.js';
export type { ApiServer } from './api-server.js';
export type { AuditEntry } from './audit.js';
export { apiServerRequired, findApiServer, missingApiServerNotice, requireApiServer } from './binaries.js';
export type { ApiServerBinaries } from './binaries.js';
export { createAuthority, issueCertificate } from '../credentials/certificates.js';
export type { CertifiedKey, LeafOptions } from '../credentials/certificates.js';
export { ApiServerBuildError, ApiServerMissingError, ApiServerStartError } from './errors.js';
export type { ApiServerSettings } from './flags.js';
export { startApiServer } from './start.js';
export type { StartOptions } from './start.js';

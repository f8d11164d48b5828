/** `/v1, Kind=Pod`, `apps/v1, Kind=Deployment`. */
export function kindText(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

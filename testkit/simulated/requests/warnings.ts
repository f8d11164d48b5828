/** The header that carries warnings, each once, in order; none for none. */
export function warningHeaders(warnings: readonly string[]): Readonly<Record<string, string>> {
  if (warnings.length === 0) return {};
  const values = [...new Set(warnings)].map((text) => `299 - "${text.replaceAll(/["\\]/g, '\\$&')}"`);
  return { warning: values.join(', ') };
}

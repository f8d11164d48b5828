/**
 * An error, what it was caused by, and so on, with the members of aggregates: each once. Errors of others may go round in
 * circles, and may hold what cannot be read: that is left out.
 */
export function causesOf(error: unknown): ReadonlySet<Error> {
  const found = new Set<Error>();
  collect(error, found);
  return found;
}

function collect(from: unknown, found: Set<Error>): void {
  try {
    for (let error = from; error instanceof Error && !found.has(error); error = error.cause) {
      found.add(error);
      if (error instanceof AggregateError) for (const member of error.errors as unknown[]) collect(member, found);
    }
  } catch {
    // What was found so far is all that can be told.
  }
}

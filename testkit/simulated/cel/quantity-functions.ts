import type { Environment } from '@marcbachmann/cel-js';
import { Quantity } from './quantity.js';

/** Amounts of resources, such as `quantity("1Gi")`. */
export function addQuantityFunctions(environment: Environment): void {
  environment
    .registerType('kubernetes.Quantity', Quantity)
    .registerFunction('quantity(string): kubernetes.Quantity', (text: string) => {
      const quantity = Quantity.parse(text);
      if (quantity !== undefined) return quantity;
      throw new Error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    })
    .registerFunction('isQuantity(string): bool', (text: string) => Quantity.parse(text) !== undefined)
    .registerFunction('kubernetes.Quantity.sign(): int', (quantity: Quantity) => quantity.sign)
    .registerFunction('sign(kubernetes.Quantity): int', (quantity: Quantity) => quantity.sign)
    .registerFunction('kubernetes.Quantity.isInteger(): bool', (quantity: Quantity) => quantity.isInteger)
    .registerFunction('kubernetes.Quantity.asInteger(): int', (quantity: Quantity) => quantity.asInteger())
    .registerFunction('kubernetes.Quantity.asApproximateFloat(): double', (quantity: Quantity) => quantity.asFloat())
    .registerFunction(
      'kubernetes.Quantity.isGreaterThan(kubernetes.Quantity): bool',
      (a: Quantity, b: Quantity) => a.compareTo(b) > 0n,
    )
    .registerFunction(
      'kubernetes.Quantity.isLessThan(kubernetes.Quantity): bool',
      (a: Quantity, b: Quantity) => a.compareTo(b) < 0n,
    )
    .registerFunction('kubernetes.Quantity.compareTo(kubernetes.Quantity): int', (a: Quantity, b: Quantity) =>
      a.compareTo(b),
    )
    .registerOperator(
      'kubernetes.Quantity == kubernetes.Quantity',
      (a: Quantity, b: Quantity) => a.compareTo(b) === 0n,
    );
  for (const other of ['kubernetes.Quantity', 'int']) {
    environment
      .registerFunction(`kubernetes.Quantity.add(${other}): kubernetes.Quantity`, (a: Quantity, b: Quantity | bigint) =>
        a.add(b),
      )
      .registerFunction(`kubernetes.Quantity.sub(${other}): kubernetes.Quantity`, (a: Quantity, b: Quantity | bigint) =>
        a.sub(b),
      );
  }
}

import { ts } from 'ts-morph';

/** What a call about a controller needs beyond the resources that it is given. */
export interface ControllerNeed {
  /** Of the resource that is reconciled, or of one that has a name of its own. */
  readonly resource: 'reconciled' | { readonly group: string; readonly plural: string };
  /** Needed only where the resource has it. */
  readonly subresource?: string;
  readonly verbs: readonly string[];
}

/** What recording an event takes. */
export const EVENTS: ControllerNeed = {
  resource: { group: 'events.k8s.io', plural: 'events' },
  verbs: ['create', 'patch'],
};
const LEASES: ControllerNeed = {
  resource: { group: 'coordination.k8s.io', plural: 'leases' },
  verbs: ['get', 'create', 'update'],
};
const STATUS: ControllerNeed = { resource: 'reconciled', subresource: 'status', verbs: ['patch'] };
/** What somebody else has changed meanwhile is read again before it is patched. */
const LIVE: ControllerNeed = { resource: 'reconciled', verbs: ['get'] };
/** Finalizers are added and removed by patches. */
const FINALIZERS: ControllerNeed = { resource: 'reconciled', verbs: ['patch'] };
/** Owner references that block the owner's deletion need it where OwnerReferencesPermissionEnforcement is on. */
const OWNERS: ControllerNeed = { resource: 'reconciled', subresource: 'finalizers', verbs: ['update'] };

/** What a method of `ControllerBuilder` needs. */
export function builderNeeds(method: string, call: ts.CallExpression): readonly ControllerNeed[] {
  if (method === 'finalizer') return [FINALIZERS, LIVE];
  if (method === 'owns') return [OWNERS];
  if (method !== 'reconcile' && method !== 'reconcileKeys') return [];
  const reconciler = call.arguments.at(-1);
  // An existing object becomes a child only of an owner that still exists; a refusal is recorded as an event.
  const ownsChildren = uses(reconciler, 'apply') ? [OWNERS, LIVE, EVENTS] : [];
  return [
    ...ownsChildren,
    ...(uses(reconciler, 'status') ? [STATUS, LIVE] : []),
    ...(uses(reconciler, 'event') ? [EVENTS] : []),
  ];
}

/** What making a manager, an elector or a recorder needs. `isOfManager`: what is called is a function of `Manager`. */
export function makerNeeds(
  name: string,
  call: ts.CallExpression | ts.NewExpression,
  isOfManager: boolean,
): readonly ControllerNeed[] {
  if (name === 'LeaderElector') return [LEASES];
  if (name === 'EventRecorder') return [EVENTS];
  return isOfManager && name === 'create' && call.arguments?.some(asksForElection) === true ? [LEASES, EVENTS] : [];
}

/** Whether a manager may read its objects from the server when its caches are behind: `onTimeout: 'live'`. */
export function mayReadLive(call: ts.CallExpression | ts.NewExpression): boolean {
  return call.arguments?.some((options) => /\bonTimeout:\s*['"`]live['"`]/.test(options.getText())) === true;
}

/** Anything but `leaderElection: false`; options that are not written here may ask for it. */
function asksForElection(options: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(options)) return true;
  return options.properties.some((property) => {
    if (ts.isSpreadAssignment(property)) return true;
    if (property.name?.getText() !== 'leaderElection') return false;
    return !ts.isPropertyAssignment(property) || property.initializer.kind !== ts.SyntaxKind.FalseKeyword;
  });
}

/** Whether a reconciler takes something out of its context. One that is written elsewhere may take anything. */
function uses(reconciler: ts.Expression | undefined, member: string): boolean {
  if (reconciler === undefined || !(ts.isArrowFunction(reconciler) || ts.isFunctionExpression(reconciler))) return true;
  const context = reconciler.parameters[1]?.name;
  if (context === undefined) return false;
  if (ts.isObjectBindingPattern(context)) {
    return context.elements.some(
      ({ dotDotDotToken, propertyName, name }) =>
        dotDotDotToken !== undefined || (propertyName ?? name).getText() === member,
    );
  }
  return isRead(reconciler.body, context.getText(), member);
}

/** Whether `context.member` is read, or the context itself goes elsewhere. */
function isRead(node: ts.Node, context: string, member: string): boolean {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === context) return node.name.text === member;
  if (ts.isIdentifier(node) && node.text === context) return true;
  return ts.forEachChild(node, (child) => isRead(child, context, member)) ?? false;
}

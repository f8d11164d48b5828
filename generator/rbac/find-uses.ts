import { ts } from 'ts-morph';
import { isResourceType } from '../names/exports.js';
import { displayPath } from '../input/find-files.js';
import type { UserProgram } from '../program/user-program.js';
import { CACHE_VERBS, CALL_VERBS, PATCHED_SUBRESOURCES, PLAIN_CALLS } from '../role/permissions.js';
import type { Permission } from '../role/permissions.js';
import { builderNeeds, EVENTS, makerNeeds, mayReadLive } from './controller-needs.js';
import type { ControllerNeed } from './controller-needs.js';
import { FollowedValues } from './followed-values.js';
import { KnownResources } from './known-resources.js';
import type { ResourceRef } from './known-resources.js';

/** What a program does with resources. */
export interface FoundUses {
  readonly permissions: readonly Permission[];
  /** Code whose resource the program does not tell, with its location. */
  readonly unknown: readonly string[];
}

/** Types of the runtime whose first argument is the type of the objects, and that stand for a cache of them. */
const CACHES: ReadonlySet<string> = new Set([
  'ResourceInformer',
  'SharedIndexInformer',
  'GenericInformer',
  'Reflector',
]);

/** Types of the runtime whose first argument is the type of the objects, and whose methods are calls of the client. */
const CLIENTS: ReadonlySet<string> = new Set(['ResourceClient', 'NamespacedResourceClient', 'SubresourceClient']);

/** The same, for the controllers of a manager. */
const BUILDERS: ReadonlySet<string> = new Set(['ControllerBuilder']);

/** Finds the resources that a program caches, and those that it reads or writes through a client. */
export function findUses(program: UserProgram, cwd: string): FoundUses {
  const scanner = new Scanner(program, cwd);
  for (const file of program.files) ts.forEachChild(file, scanner.visit);
  scanner.followParameters();
  return { permissions: scanner.permissions, unknown: scanner.unknown };
}

type Call = ts.CallExpression | ts.NewExpression;

/** Code that needs permissions. */
interface Use {
  readonly node: ts.Node;
  readonly verbs: readonly string[];
  readonly subresource?: string | undefined;
}

class Scanner {
  readonly permissions: Permission[] = [];
  readonly unknown: string[] = [];
  readonly #checker: ts.TypeChecker;
  readonly #known: KnownResources;
  readonly #values: FollowedValues;
  readonly #own: ReadonlySet<ts.SourceFile>;
  readonly #cwd: string;
  /** The resources of controllers, and where they are. */
  readonly #reconciled: { readonly resource: ResourceRef; readonly node: ts.Node }[] = [];
  /** A manager reads objects from the server when its caches are behind. */
  #readsLive = false;
  /** Calls of the user's own functions that are given resources. */
  readonly #handedOn: { readonly to: ts.Node; readonly call: Call }[] = [];
  /** Uses of a resource that is a parameter of a function of the user's. Grows while it is followed. */
  readonly #ofParameters: { readonly parameter: ts.ParameterDeclaration; readonly use: Use }[] = [];

  constructor(program: UserProgram, cwd: string) {
    const { checker, files, allFiles } = program;
    this.#own = new Set(files);
    this.#checker = checker;
    this.#known = new KnownResources(allFiles, checker);
    this.#values = new FollowedValues(program, (expression) => this.#known.named(expression) !== undefined);
    this.#cwd = cwd;
  }

  visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.#call(node);
    if (ts.isPropertyAccessExpression(node)) this.#cacheOf(node);
    ts.forEachChild(node, this.visit);
  };

  /** A call that is given resources, that makes a cache, or that is one of a client for one resource. */
  #call(call: Call): void {
    const name = this.#declaredName(call) ?? calledName(call);
    this.#controllerNeeds(call, name);
    const given = (call.arguments ?? []).flatMap(elementsOf).filter((argument) => this.#isResource(argument));
    if (given.length > 0) this.#given(call, name, given);
    else if (!this.#ofClient(call, name)) this.#cacheOf(call);
  }

  #controllerNeeds(call: Call, name: string): void {
    const isOfManager = this.#typeName(receiverOf(call)) === 'Manager';
    for (const need of makerNeeds(name, call, isOfManager)) this.#needOf(need, call, undefined);
    if (name === 'record' && this.#typeName(receiverOf(call)) === 'EventRecorder')
      this.#needOf(EVENTS, call, undefined);
    if (name === 'create' && mayReadLive(call)) this.#readsLive = true;
    const receiver = receiverOf(call);
    const objects = receiver && this.#objectsOf(receiver, BUILDERS);
    if (receiver === undefined || objects === undefined || !ts.isCallExpression(call)) return;
    const reconciled = this.#reconciledBy(receiver) ?? this.#known.ofObjects(objects);
    if (name === 'reconcile' && reconciled !== undefined) this.#reconciled.push({ resource: reconciled, node: call });
    for (const need of builderNeeds(name, call)) this.#needOf(need, call, reconciled);
  }

  /** Of `manager.controller(widgetResource).owns(…)`, the resource. */
  #reconciledBy(builder: ts.Expression): ResourceRef | undefined {
    if (!ts.isCallExpression(builder)) return undefined;
    const [resource] = builder.arguments;
    if (calledName(builder) === 'controller') return resource && this.#known.named(resource);
    const receiver = receiverOf(builder);
    return receiver && this.#reconciledBy(receiver);
  }

  #needOf({ resource, subresource, verbs }: ControllerNeed, node: ts.Node, reconciled: ResourceRef | undefined): void {
    if (resource !== 'reconciled') return this.#need({ ...resource, subresources: [] }, { node, verbs });
    const isOfSchema = subresource === 'status';
    if (isOfSchema && reconciled !== undefined && !reconciled.subresources.includes(subresource)) return;
    this.#need(reconciled, { node, verbs, subresource });
  }

  #given(call: Call, name: string, given: readonly ts.Expression[]): void {
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    // A function of the user's needs nothing by itself: what it calls with its parameters does.
    if (declaration !== undefined && this.#own.has(declaration.getSourceFile())) {
      this.#handedOn.push({ to: declaration, call });
      return;
    }
    if (PLAIN_CALLS.has(name) || isOfPlatform(declaration)) return;
    const subresource = subresourceOf(call);
    const isAddedWatch = this.#typeName(receiverOf(call)) === 'BuiltController';
    const isOfContext = isMemberOf(declaration, 'ReconcileContext');
    const verbs = isAddedWatch ? CACHE_VERBS : (verbsOf(name, subresource, isOfContext) ?? CACHE_VERBS);
    const patched = PATCHED_SUBRESOURCES.get(name);
    for (const argument of given) {
      this.#useOf(argument, { node: call, verbs, subresource });
      if (patched !== undefined) this.#useOf(argument, { node: call, verbs: ['patch'], subresource: patched });
    }
  }

  #useOf(argument: ts.Expression, use: Use): void {
    for (const value of this.#values.of(argument)) {
      const resources = this.#known.allNamed(value);
      const parameter = resources === undefined ? this.#parameterOf(value) : undefined;
      if (parameter !== undefined) this.#ofParameters.push({ parameter, use });
      else for (const resource of resources ?? [undefined]) this.#need(resource, use);
    }
  }

  #parameterOf(argument: ts.Expression): ts.ParameterDeclaration | undefined {
    const [declaration] = this.#checker.getSymbolAtLocation(argument)?.declarations ?? [];
    return declaration !== undefined && ts.isParameter(declaration) ? declaration : undefined;
  }

  /** What functions of the user's do with their parameters is needed for what they are called with. */
  followParameters(): void {
    for (const { resource, node } of this.#readsLive ? this.#reconciled : [])
      this.#need(resource, { node, verbs: ['get'] });
    const seen = new Set<string>();
    for (const { parameter, use } of this.#ofParameters) {
      const callers = this.#handedOn.filter(({ to }) => to === parameter.parent);
      const index = parameter.parent.parameters.indexOf(parameter);
      if (callers.length === 0) this.#need(undefined, use);
      for (const { call } of callers) {
        const rest = parameter.dotDotDotToken === undefined ? index + 1 : undefined;
        const given = call.arguments?.slice(index, rest) ?? [];
        const key = `${call.pos} ${call.getSourceFile().fileName} ${use.node.pos} ${use.node.getSourceFile().fileName}`;
        // A function that calls itself is followed once.
        if (seen.has(key)) continue;
        seen.add(key);
        for (const argument of given) this.#useOf(argument, use);
      }
    }
  }

  /** `api.apps.v1.deployments.namespace('default').apply(…)`. */
  #ofClient(call: Call, name: string): boolean {
    const { expression } = call;
    if (!CALL_VERBS.has(name) || !ts.isPropertyAccessExpression(expression)) return false;
    const objects = this.#objectsOf(expression.expression, CLIENTS);
    if (objects === undefined) return false;
    const isOfPart = this.#typeName(expression.expression) === 'SubresourceClient';
    const subresource = isOfPart ? partName(expression.expression) : subresourceOf(call);
    const verbs = verbsOf(name, subresource) ?? [];
    this.#need(this.#known.ofObjects(objects), { node: call, verbs, subresource });
    return true;
  }

  /** `factory.apps.v1.deployments`, and calls that return an informer. */
  #cacheOf(node: ts.Expression): void {
    const objects = this.#objectsOf(node, CACHES);
    if (objects === undefined || isWrapped(node)) return;
    const literal = ts.isCallExpression(node) ? this.#groupResourceIn(node) : undefined;
    const resource = this.#known.ofObjects(objects) ?? literal;
    // What is made elsewhere is found where it is made.
    const isMade = ts.isCallExpression(node) && calledName(node) === 'forResource';
    if (resource !== undefined || isMade) this.#need(resource, { node, verbs: CACHE_VERBS });
  }

  /** `{ group: 'apps', version: 'v1', resource: 'deployments' }`, there or in a constant. */
  #groupResourceIn(call: ts.CallExpression): ResourceRef | undefined {
    for (const argument of call.arguments) {
      const [declaration] = this.#checker.getSymbolAtLocation(argument)?.declarations ?? [];
      const value =
        declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : argument;
      const [group, plural] = ['group', 'resource'].map((name) => textIn(value, name));
      if (group !== undefined && plural !== undefined) return { group, plural, subresources: [] };
    }
    return undefined;
  }

  #objectsOf(node: ts.Expression, types: ReadonlySet<string>): ts.Type | undefined {
    const name = this.#typeName(node);
    if (name === undefined || !types.has(name)) return undefined;
    const type = this.#checker.getTypeAtLocation(node);
    return type.aliasTypeArguments?.[0] ?? this.#checker.getTypeArguments(type as ts.TypeReference)[0];
  }

  #typeName(node: ts.Expression | undefined): string | undefined {
    return node && this.#checker.getTypeAtLocation(node).symbol?.name;
  }

  /** One, one of several, or a list of them. */
  #isResource(argument: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(argument);
    const element = this.#checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined;
    return [...membersOf(type), ...(element ? membersOf(element) : [])].some(({ symbol }) =>
      isResourceType(symbol?.name),
    );
  }

  /** What is called, by its own name: imports and destructuring may give it another. */
  #declaredName(call: Call): string | undefined {
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    if (declaration === undefined || ts.isJSDocSignature(declaration)) return undefined;
    const { parent } = declaration;
    const named = ts.isConstructorDeclaration(declaration) || isTypeOfMember(parent) ? parent : declaration;
    const name = (named as ts.NamedDeclaration).name;
    return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
  }

  #need(resource: ResourceRef | undefined, { node, verbs, subresource }: Use): void {
    const { file, line } = locationOf(node);
    const location = `${displayPath(this.#cwd, file)}:${line}`;
    if (resource === undefined) {
      if (!this.unknown.includes(location)) this.unknown.push(location);
      return;
    }
    const name = subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`;
    this.permissions.push(...verbs.map((verb) => ({ group: resource.group, resource: name, verb, location })));
  }
}

/** Those of a union; otherwise the type itself. */
function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** `apply: (resource, intent) => …` of an interface. */
function isTypeOfMember(node: ts.Node): boolean {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
}

/** Functions of the language and of Node keep or print resources, and ask nothing of the server. */
function isOfPlatform(declaration: ts.Node | undefined): boolean {
  const file = declaration?.getSourceFile().fileName ?? '';
  return /\/typescript\/lib\/lib\.|\/@types\/node\//.test(file);
}

/** Of a node, from line 1. */
function locationOf(node: ts.Node): { readonly file: string; readonly line: number } {
  const file = node.getSourceFile();
  return { file: file.fileName, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 };
}

/** Of `builder.owns(…)`, the builder. */
function receiverOf({ expression }: Call): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
}

/**
 * Verbs that a call of the client, or of the context of a reconcile, needs. Applying to a subresource creates nothing; the context
 * reads an object before it makes a child of it.
 */
function verbsOf(name: string, subresource: string | undefined, isOfContext = false): readonly string[] | undefined {
  const verbs = CALL_VERBS.get(name);
  if (name !== 'apply' || verbs === undefined) return verbs;
  if (isOfContext) return ['get', ...verbs];
  return subresource === undefined ? verbs : ['patch'];
}

/** Returns true for a member of an interface of this name. */
function isMemberOf(declaration: ts.Node | undefined, name: string): boolean {
  const owner = declaration?.parent;
  return owner !== undefined && ts.isInterfaceDeclaration(owner) && owner.name.text === name;
}

function calledName({ expression }: Call): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** An argument, or what is in it where it is a list. */
function elementsOf(argument: ts.Expression): ts.Expression[] {
  if (ts.isSpreadElement(argument)) return elementsOf(argument.expression);
  if (ts.isParenthesizedExpression(argument) || ts.isAsExpression(argument)) return elementsOf(argument.expression);
  return ts.isArrayLiteralExpression(argument) ? argument.elements.flatMap(elementsOf) : [argument];
}

/** Whether a larger expression says the same: `factory.apps.v1.deployments.informer()` is about one cache. */
function isWrapped(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.expression !== node;
}

/** `subresource: 'status'` among the options of a call. */
function subresourceOf(call: Call): string | undefined {
  return call.arguments?.map((argument) => textIn(argument, 'subresource')).find((name) => name !== undefined);
}

/** Of `widgets.status`, and of `widgets.subresource('scale')`. */
function partName(client: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(client)) return client.name.text;
  const [name] = ts.isCallExpression(client) ? client.arguments : [];
  return name !== undefined && ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** A text in an object literal, by its name. */
function textIn(value: ts.Expression | undefined, name: string): string | undefined {
  if (value === undefined || !ts.isObjectLiteralExpression(value)) return undefined;
  const found = value.properties.find((property) => property.name?.getText() === name);
  const isText = found !== undefined && ts.isPropertyAssignment(found) && ts.isStringLiteralLike(found.initializer);
  return isText ? found.initializer.text : undefined;
}

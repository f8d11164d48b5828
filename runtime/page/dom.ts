/**
 * Builds the page from descriptions of it, and changes only what differs from the last one: focus, scroll and selection
 * stay. Texts are always text: nothing here reads markup.
 */

export interface Node_ {
  readonly tag: string;
  readonly props: Props;
  readonly children: readonly (Node_ | string)[];
}

type Handler = (event: Event) => void;
export type Props = { readonly [name: string]: string | number | boolean | Handler | undefined };
export type Child = Node_ | string | number | undefined | false | null | readonly Child[];

const SVG = 'http://www.w3.org/2000/svg';
/** What each element was last described as. */
const described = new WeakMap<Element, Node_>();
const handlers = new WeakMap<Element, Map<string, Handler>>();

/** Describes an element. `key` among the props tells it apart from its siblings; `on…` are handlers of events. */
export function h(tag: string, props: Props = {}, ...children: readonly Child[]): Node_ {
  return { tag, props, children: flat(children) };
}

function flat(children: readonly Child[]): (Node_ | string)[] {
  return children.flatMap((child): (Node_ | string)[] => {
    if (child === undefined || child === null || child === false) return [];
    if (Array.isArray(child)) return flat(child as readonly Child[]);
    return [typeof child === 'number' ? String(child) : (child as Node_ | string)];
  });
}

/** Makes the children of an element those described. */
export function patch(parent: Element, children: readonly (Node_ | string)[]): void {
  const keyed = new Map<string, Element>();
  for (const element of parent.children) {
    const key = keyOf(described.get(element));
    if (key !== undefined) keyed.set(key, element);
  }
  let at: ChildNode | null = parent.firstChild;
  for (const child of children) {
    const found: ChildNode | null = typeof child === 'string' ? textAt(at) : elementAt(at, child, keyed);
    const node: ChildNode = found ?? create(parent, child);
    if (typeof child === 'string') {
      if (node.nodeValue !== child) node.nodeValue = child;
    } else update(node as Element, child);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  while (at !== null) {
    const next: ChildNode | null = at.nextSibling;
    at.remove();
    at = next;
  }
}

function textAt(at: ChildNode | null): ChildNode | null {
  return at?.nodeType === Node.TEXT_NODE ? at : null;
}

function elementAt(at: ChildNode | null, child: Node_, keyed: Map<string, Element>): ChildNode | null {
  const key = keyOf(child);
  if (key !== undefined) return sameTag(keyed.get(key), child);
  const element = at instanceof Element && keyOf(described.get(at)) === undefined ? at : undefined;
  return sameTag(element, child);
}

function sameTag(element: Element | undefined, child: Node_): Element | null {
  return element !== undefined && described.get(element)?.tag === child.tag ? element : null;
}

function keyOf(node: Node_ | undefined): string | undefined {
  const key = node?.props['key'];
  return key === undefined ? undefined : String(key);
}

function create(parent: Element, child: Node_ | string): ChildNode {
  if (typeof child === 'string') return document.createTextNode(child);
  const isSvg = child.tag === 'svg' || (parent.namespaceURI === SVG && parent.tagName !== 'foreignObject');
  const element = isSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  described.set(element, { tag: child.tag, props: {}, children: [] });
  return element;
}

function update(element: Element, node: Node_): void {
  const before = described.get(element)?.props ?? {};
  described.set(element, node);
  for (const name of Object.keys(before)) if (!(name in node.props)) set(element, name, undefined);
  for (const [name, value] of Object.entries(node.props)) {
    if (before[name] !== value || name === 'value' || name === 'open') set(element, name, value);
  }
  patch(element, node.children);
  // A select can only take a value that is among its options.
  if (element instanceof HTMLSelectElement && 'value' in node.props) set(element, 'value', node.props['value']);
}

function set(element: Element, name: string, value: Props[string]): void {
  if (name === 'key') return;
  if (name.startsWith('on')) return listen(element, name.slice(2), value as Handler | undefined);
  if (name === 'open' && element instanceof HTMLDetailsElement) {
    if (element.open !== (value === true)) element.open = value === true;
    return;
  }
  if (name === 'value' && (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) {
    // Whoever types has the last word.
    const isTyping = element instanceof HTMLInputElement && document.activeElement === element;
    if (!isTyping && element.value !== String(value ?? '')) element.value = String(value ?? '');
    return;
  }
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

function listen(element: Element, event: string, handler: Handler | undefined): void {
  let known = handlers.get(element);
  if (known === undefined) {
    known = new Map();
    handlers.set(element, known);
  }
  if (!known.has(event)) element.addEventListener(event, (happened) => handlers.get(element)?.get(event)?.(happened));
  if (handler === undefined) known.delete(event);
  else known.set(event, handler);
}

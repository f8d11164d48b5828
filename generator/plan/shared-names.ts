import { alikeTypeName } from '../model/kubernetes-types.js';
import type { Shape } from '../model/model.js';
import { pascalSegment } from '../names/identifiers.js';
import type { ShapePath } from './shared-shapes.js';

/** How many properties of a long path a name spells out, the last ones: the whole would be a sentence. */
const SHOWN_PROPERTIES = 2;

/**
 * The name of a shape that several modules share: that of Kubernetes' own type where it has the same fields (most that CRDs
 * share are such), else the kind that is nearest to it and the end of the path (`ApplicationSpecSource`).
 */
export function sharedTitle(shape: Shape, { kind, properties }: ShapePath): string {
  const segments = properties.map(pascalSegment);
  const spelled = kind + segments.slice(-SHOWN_PROPERTIES).join('');
  return alikeTypeName(shape, kind + segments.join('')) ?? spelled;
}

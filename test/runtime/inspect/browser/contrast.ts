import type { Page } from 'playwright-core';

/** Something that is hard to see: what it is, its contrast, and what it must have. */
export interface Faint {
  readonly what: string;
  readonly contrast: number;
  readonly wanted: number;
}

/**
 * Everything on a page whose contrast is below WCAG 2.2 AA: 4.5 for text, 3 for what tells a control or a part of a picture from what
 * is around it. Lines that only part one row or card from the next are decoration, and not looked at.
 */
export async function faintOn(page: Page): Promise<readonly Faint[]> {
  return await page.evaluate<Faint[]>(`(${script})()`);
}

// Runs in the page, and is a text because the tests have no types of a browser.
const script = String.raw`() => {
  const parse = (text) => {
    const [r, g, b, a = 1] = (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return text === 'none' || text === '' ? [0, 0, 0, 0] : [r, g, b, a];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const luminance = (color) => {
    const [r, g, b] = color.map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  /** What is behind an element: a box of the picture that it is in, then the grounds of all that it is in. */
  const groundOf = (element) => {
    const layers = [];
    const box = element.closest('.stage')?.querySelector('rect');
    if (box && box !== element) layers.push(parse(getComputedStyle(box).fill));
    for (let each = element.parentElement; each; each = each.parentElement) layers.push(parse(getComputedStyle(each).backgroundColor));
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const opacityOf = (element) => {
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    return opacity;
  };
  const nameOf = (element) => element.tagName.toLowerCase() + (element.getAttribute('class') ? '.' + element.getAttribute('class').trim().replaceAll(' ', '.') : '');
  const faint = new Map();
  const look = (element, { color, ground, wanted, part = '' }) => {
    const [r, g, b, a] = parse(color);
    const found = contrast(over([r, g, b, a * opacityOf(element)], ground), ground);
    const what = nameOf(element.parentElement) + ' > ' + nameOf(element) + part;
    if (found < wanted && !(faint.get(what)?.contrast <= found)) faint.set(what, { what, contrast: Math.round(found * 100) / 100, wanted });
  };
  const isSeen = (element) => element.getClientRects().length > 0 && element.closest('.hidden, .skip') === null;

  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== '');
    if (!isSeen(element)) continue;
    const isDrawn = element instanceof SVGElement;
    const inner = isDrawn ? groundOf(element) : over(parse(style.backgroundColor), groundOf(element));
    if ((hasText || element.matches('select, input')) && element.tagName !== 'TITLE')
      look(element, { color: isDrawn ? style.fill : style.color, ground: inner, wanted: 4.5 });
    if (element.matches('button:not(.link, .quiet), select, input'))
      look(element, { color: style.borderTopColor, ground: groundOf(element), wanted: 3, part: ' edge' });
    if (element.matches('.problem'))
      look(element, { color: style.borderLeftColor, ground: groundOf(element), wanted: 3, part: ' edge' });
    if (element.matches('svg rect, svg path, svg circle, svg line')) {
      const isLine = parse(style.stroke)[3] > 0 && !element.matches('.mark.list');
      const color = isLine ? style.stroke : style.fill;
      if (parse(color)[3] > 0) look(element, { color, ground: groundOf(element), wanted: 3 });
    }
    for (const pseudo of ['::before', '::after']) {
      const drawn = getComputedStyle(element, pseudo);
      if (drawn.content === 'none' || drawn.content === 'normal') continue;
      const color = parse(drawn.backgroundColor)[3] > 0 ? drawn.backgroundColor : drawn.borderRightColor;
      look(element, { color, ground: inner, wanted: 3, part: pseudo });
    }
  }
  return [...faint.values()].sort((x, y) => x.contrast - y.contrast);
}`;

import { h } from '../dom.js';
import type { Node_ } from '../dom.js';
import type { Shown } from '../state.js';
import { cacheSection } from './cache.js';
import { controllersSection } from './controllers.js';
import { eventsSection } from './events.js';
import { header } from './header.js';
import { informersSection } from './informers.js';
import { problemsSection } from './problems.js';

/** The whole page. */
export function page(shown: Shown): Node_[] {
  return [
    header(shown),
    h(
      'main',
      { id: 'main', tabindex: -1, class: shown.state.connection === 'live' ? '' : 'old' },
      problemsSection(shown),
      informersSection(shown),
      controllersSection(shown),
      eventsSection(shown),
      cacheSection(shown),
    ),
    h(
      'footer',
      {},
      `Everything here is also JSON, at api/inspection and the paths that api/ lists. Watching since ${new Date(shown.inspection.watchingSince).toISOString().slice(0, 19)}Z.`,
    ),
  ];
}

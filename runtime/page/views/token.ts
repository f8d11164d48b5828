import { h } from '../dom.js';
import type { Node_ } from '../dom.js';

/** Asks for the token, which is sent in a header and never stands in an address. */
export function tokenForm(trouble: string, use: (token: string) => void): Node_ {
  const submit = (event: Event): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem('token') as HTMLInputElement;
    use(field.value.trim());
  };
  return h(
    'main',
    { class: 'token', id: 'main' },
    h('h1', {}, 'Inspector'),
    h('p', {}, 'This inspector is served beyond its own machine and needs its token.'),
    h(
      'form',
      { onsubmit: submit },
      h('label', { for: 'token' }, 'Token'),
      h('input', { id: 'token', name: 'token', type: 'password', autocomplete: 'off', required: true }),
      h('button', { type: 'submit' }, 'Open'),
    ),
    trouble !== '' && h('p', { class: 'bad', role: 'alert' }, trouble),
  );
}

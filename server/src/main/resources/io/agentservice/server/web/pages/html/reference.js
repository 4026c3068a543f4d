'use strict';

{
  // The library has a dark style, and leaves it to the page when that counts.
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();

  // The library brings a main part of its own.
  const reference = document.getElementById('reference');
  reference.closest('main').replaceWith(reference);

  const each = (selector, change) => reference.querySelectorAll(selector).forEach(change);
  const level = (selector, number) => each(selector, (heading) => heading.setAttribute('aria-level', number));

  // What the library leaves out for those who read with keys and ears: names of fields and parts, the order of
  // headings, output that can be scrolled by keys, and no link within a button.
  const complete = () => {
    each('#servers', (field) => field.setAttribute('aria-label', 'Server'));
    each('select:not([aria-label]), textarea:not([aria-label]), input:not([aria-label])', (field) => {
      const parameter = field.closest('[data-param-name]')?.dataset.paramName;
      const body = field.closest('.body-param-options') ? 'Media type' : 'Body';
      field.setAttribute('aria-label', parameter ?? (field.placeholder || (field.matches('select') ? 'Media type' : body)));
    });
    level('.opblock-tag', 2);
    level('.opblock-section-header h4', 3);
    level('.responses-inner h4, .responses-inner h5, .request-url h4', 4);
    for (const [selector, name] of [['.information-container', 'About'], ['.scheme-container', 'Server and key'], ['.filter', 'Filter']]) {
      each(selector, (part) => {
        part.setAttribute('role', 'region');
        part.setAttribute('aria-label', name);
      });
    }
    each('.microlight, .highlight-code, pre', (text) => text.setAttribute('tabindex', '0'));
    each('button a[href]', (link) => link.removeAttribute('href'));
  };
  let awaited = false;
  new MutationObserver(() => {
    if (!awaited) {
      awaited = true;
      requestAnimationFrame(() => {
        awaited = false;
        complete();
      });
    }
  }).observe(reference, { childList: true, subtree: true });

  // The key that is typed into "Authorize" is kept in this page only.
  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#reference',
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    validatorUrl: null,
  });
}

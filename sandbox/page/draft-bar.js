// Runs in each draft of `dev`: reloads it when its version changes, and shows its notices in a bar.
// The bar is in a shadow tree, so that the styles of the app do not reach it.
{
  // The app may change its address later.
  const address = location.href;
  const { version } = document.currentScript.dataset;
  const host = document.createElement('div');
  host.style.cssText =
    'all: initial; display: block !important; position: fixed; inset: auto 0 0 0; z-index: 2147483647';
  const bar = host.attachShadow({ mode: 'open' });
  bar.innerHTML = `<style>
    details { color-scheme: light dark; color: light-dark(#7a4100, #f2c76e); background: light-dark(#fff8e6, #2d2108);
      border-top: 1px solid light-dark(#e6c88a, #6b4f14); font: 14px/1.45 system-ui, sans-serif; }
    summary { padding: 8px 16px; font-weight: 600; cursor: pointer; }
    pre { max-height: 35vh; overflow: auto; margin: 0; padding: 0 16px 10px; font: 13px/1.45 ui-monospace, monospace;
      white-space: pre-wrap; overflow-wrap: anywhere; }
  </style><details open><summary></summary><pre role="status"></pre></details>`;
  const list = bar.querySelector('pre');
  const show = (text) => {
    // A small picture on the sandbox's page has no room for the bar.
    if (text === '' || self !== top) {
      host.remove();
      return;
    }
    const count = text.split('\n').length;
    bar.querySelector('summary').textContent = count === 1 ? '1 problem' : `${count} problems`;
    if (list.textContent !== text) list.textContent = text;
    if (!host.isConnected) document.documentElement.append(host);
  };
  setInterval(async () => {
    const { headers } = await fetch(address, { method: 'HEAD' });
    const current = headers.get('x-version');
    if (current !== null && current !== version) location.reload();
    show(decodeURIComponent(headers.get('x-notice') ?? ''));
  }, 500);
}

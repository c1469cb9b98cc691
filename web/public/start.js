// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const theme = localStorage.getItem('unblock.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's setting stands then.
}

// Asks for what a signed-in screen will ask for first, while its code loads. Each answer is taken once,
// by web/api/first-answers.ts.
try {
  const { address, reads } = document.documentElement.dataset;
  const session = JSON.parse(localStorage.getItem('supabase.auth.token') ?? 'null');
  // As the sign-in client sees it: a token that is about to expire is renewed first.
  if (reads && session.expires_at * 1000 - Date.now() > 90_000) {
    const token = session.access_token;
    const places = location.pathname.split('/');
    const values = Object.fromEntries(
      address.split('/').map((name, at) => [name.replace('?', ''), places[at]]),
    );
    const urls = reads.split(' ').map((url) => url.replace(/:\w+/, (name) => values[name] || ''));
    const ask = (url) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
      const coming = fetch(url, { headers }).then((answer) =>
        answer.ok ? answer.json() : Promise.reject(answer),
      );
      const first = { token, coming };
      coming.then((data) => Object.assign(first, { data })).catch(() => {});
      return [url, first];
    };
    // Without the name of a request in the address there is nothing to read of one.
    window.firstAnswers = new Map(urls.filter((url) => !/\/(\/|$)/.test(url)).map(ask));
    // The first words for a time take a phone 80 ms, and now it only waits.
    if ('requestIdleCallback' in window) requestIdleCallback(() => new Intl.DateTimeFormat());
    // Later they would be out of date.
    setTimeout(() => window.firstAnswers.clear(), 15_000);
  }
} catch {
  // Nothing is stored, or something else: the screen asks by itself then.
}

// On a slow line a signed-in screen does without our fonts once: they would be half of what comes before
// its first words. They are fetched afterwards, and there from the next page on.
try {
  const root = document.documentElement;
  const { rtt, downlink } = navigator.connection;
  const isSlow = rtt >= 100 || downlink < 3;
  if (root.dataset.reads && isSlow && !localStorage.getItem('unblock.fonts')) {
    root.dataset.fonts = 'later';
    const families = ['Inter', 'Bricolage Grotesque', 'JetBrains Mono'];
    const fetchFonts = () =>
      Promise.all(families.map((family) => document.fonts.load(`1em "${family}"`))).then(
        () => localStorage.setItem('unblock.fonts', 'fetched'),
        () => {},
      );
    addEventListener('load', () => setTimeout(fetchFonts, 3000));
  }
} catch {
  // The browser does not say how fast its line is, or keeps nothing: fonts come as they do elsewhere.
}

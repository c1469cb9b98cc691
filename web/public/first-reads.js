// Runs while the code of a signed-in screen loads, and asks for what that will ask for first. Each
// answer is taken once, by web/api/first-answers.ts.
try {
  const { address, reads } = document.currentScript.dataset;
  const session = JSON.parse(localStorage.getItem('supabase.auth.token') ?? 'null');
  // As the sign-in client sees it: a token that is about to expire is renewed first.
  if (session && session.expires_at * 1000 - Date.now() > 90_000) {
    const places = location.pathname.split('/');
    const values = Object.fromEntries(
      address.split('/').map((name, place) => [name.replace('?', ''), places[place]]),
    );
    window.firstAnswers = new Map();
    for (const read of reads.split(' ')) {
      const url = read.replace(/:\w+/, (name) => values[name] || '');
      if (url.includes('//') || url.endsWith('/')) continue;
      const answer = fetch(url, {
        headers: { accept: 'application/json', authorization: `Bearer ${session.access_token}` },
      });
      answer.catch(() => {});
      window.firstAnswers.set(url, { answer, token: session.access_token });
    }
    // Later they would be out of date.
    setTimeout(() => window.firstAnswers.clear(), 15_000);
  }
} catch {
  // Storage may be forbidden or hold something else; the screen asks by itself then.
}

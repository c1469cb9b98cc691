import { expect, test } from './server.ts';

/** The frame of every public page. Source: specification 2.2. */
const shell = {
  texts: ['FAQ', 'Pricing', 'Become an Unblocker', 'Sign In', 'Privacy Policy', 'Terms of Service'],
  links: [
    '/',
    '/learn-more',
    '/faq',
    '/pricing',
    '/become-unblocker',
    '/privacy-policy',
    '/terms-and-conditions',
  ],
};

/** What stands on each page as it is sent, before any script. Source: specification 1, 2.3, 2.4, 2.12. */
const pages: Record<string, { texts: string[]; words?: string[]; marks?: string[] }> = {
  '/': {
    texts: ['Unblock', "Stuck? When AI Can't, We Can", 'Unblock Me Now!', 'Become an Unblocker'],
  },
  '/learn-more': {
    texts: [
      'Learn More',
      'Email',
      'Password',
      'Confirm Password',
      'First Name',
      'Last Name',
      'Sign Up',
      'Already have an account? Sign in',
    ],
  },
  '/become-unblocker': {
    texts: [
      'Become an Unblocker',
      'The AI Cannot Do It Without You',
      'Create Your Profile',
      'Match with Requests',
      'Unblock & Earn',
      'Flexible Work',
      'Extra Income',
      'Make an Impact',
      'Cutting-Edge Experience',
      'Name',
      'Email',
      'Specialty',
      'Bio',
      'Join the Waitlist',
    ],
    marks: [
      'id="signup-form"',
      'value="javascript"',
      'value="python"',
      'value="aiml"',
      'value="fullstack"',
    ],
  },
  '/pricing': {
    texts: ['Pricing', 'Account', 'Free', '$50/Hour', 'Your first hour', '$25'],
    words: [
      'Submit a request',
      'Describe your problem',
      'Review the milestone plan',
      'We hold your payment until you have approved the milestone',
      '10% platform fee',
    ],
  },
  '/faq': {
    texts: [
      'FAQ',
      'How We Help',
      'AI Coding Assistance',
      'Quick Response Time',
      'Personalized Support',
      'General',
      'Using the Platform',
      'Security & Privacy',
    ],
  },
  '/privacy-policy': {
    texts: ['Privacy Policy', 'Effective May 13, 2025'],
    words: [
      'Your email address. An account needs one.',
      'Your full name and a picture, if you choose',
      'Cookies',
      'IP address',
      'card payment provider',
      'are not stored by us',
      'We do not sell your data',
      'stored with cloud and database providers',
      'Private data is encrypted',
      '12 months',
      'download all that is stored about you',
      'delete your account',
      'turn off marketing emails',
      'used for authentication only',
      'residents of the United States only',
      'not for residents of the European Union',
      'children under 13',
    ],
  },
  '/terms-and-conditions': {
    texts: ['Terms and Conditions', 'Effective May 13, 2025'],
    words: [
      'Creating an account is free',
      '$50 per hour',
      'first hour of a new user costs $25',
      'platform fee of 10% is included in payments',
      '18 or older and have a valid email address',
      'Customers must give payment information before work begins',
      'satisfaction is guaranteed, or your money is returned',
      'set their own hours and pick up requests when they are free',
      'deliver within the timeline that they gave',
      'Customers rate them after each request',
      'Users can be reported',
      'governed by the law of the State of New York',
    ],
  },
};

test('the public pages hold the words of the specification before any script runs', async ({
  request,
}) => {
  for (const [path, { texts, words = [], marks = [] }] of Object.entries(pages)) {
    const html = await (await request.get(path)).text();
    const lines = linesOf(html);
    for (const text of [...shell.texts, ...texts]) expect(lines, path).toContain(text);
    for (const word of words) expect(lines.join('\n'), path).toContain(word);
    for (const mark of marks) expect(html, path).toContain(mark);
    for (const link of shell.links) expect(html, path).toContain(`href="${link}"`);
    expect(html, path).toMatch(/href="mailto:[^"]+@[^"]+"/);
    expect(lines.join('\n'), path).toMatch(/© 2025 /);
  }
});

test('the home page leads to both sides', async ({ page }) => {
  await page.goto('/');
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  await expect(link('Become an Unblocker')).toHaveAttribute('href', '/become-unblocker');
  await page.getByRole('main').getByRole('button', { name: 'Unblock Me Now!' }).click();
  await expect(page).toHaveURL('/learn-more');
});

/** The texts of a page, element by element, as they are read. */
function linesOf(html: string): string[] {
  const [body = ''] = /<body[\s\S]*<\/body>/.exec(html) ?? [];
  return body
    .replaceAll(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim())
    .filter((text) => text !== '');
}

/** The pages that anybody may read, with the headings and titles that they promise. */
export const publicPages = [
  { path: '/', heading: 'Unblock', title: "Unblock · Stuck? When AI Can't, We Can" },
  { path: '/learn-more', heading: 'Learn More', title: 'Learn More · Unblock' },
  { path: '/pricing', heading: 'Pricing', title: 'Pricing · Unblock' },
  {
    path: '/pricing/diagnosis',
    heading: 'Start with a Diagnosis',
    title: 'Start with a Diagnosis · Unblock',
  },
  { path: '/faq', heading: 'FAQ', title: 'FAQ · Unblock' },
  { path: '/guarantee', heading: 'Our Guarantee', title: 'Our Guarantee · Unblock' },
  {
    path: '/become-unblocker',
    heading: 'Become an Unblocker',
    title: 'Become an Unblocker · Unblock',
  },
  { path: '/privacy-policy', heading: 'Privacy Policy', title: 'Privacy Policy · Unblock' },
  {
    path: '/terms-and-conditions',
    heading: 'Terms and Conditions',
    title: 'Terms and Conditions · Unblock',
  },
  {
    path: '/verify',
    heading: 'Verify an Evidence File',
    title: 'Verify an Evidence File · Unblock',
  },
  { path: '/developers', heading: 'Build on Unblock', title: 'Build on Unblock · Unblock' },
  { path: '/developers/api', heading: 'API Reference', title: 'API Reference · Unblock' },
] as const;

/** Screens round signing in; each is shown as it is without a link or an address. */
export const signInPages = [
  { path: '/reset-password', heading: 'Reset Password', title: 'Reset Password · Unblock' },
  {
    path: '/verification-pending',
    heading: 'Verify Your Email',
    title: 'Verify Your Email · Unblock',
  },
] as const;

/** Pages whose words come from the database, and are listed by a sitemap of their own. */
export const directoryPages = [
  { path: '/unblockers', heading: 'Unblockers', title: 'Unblockers · Unblock' },
  {
    path: '/unblockers/ana-silva',
    heading: 'Ana Silva',
    title: 'Ana Silva, unblocker · Unblock',
  },
] as const;

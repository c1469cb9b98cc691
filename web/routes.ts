import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('start/public-layout.tsx', [
    index('site/home-page.tsx'),
    route('learn-more', 'site/learn-more-page.tsx'),
    route('pricing', 'site/pricing-page.tsx'),
    route('pricing/diagnosis', 'site/diagnosis-page.tsx'),
    route('guarantee', 'site/guarantee-page.tsx'),
    route('faq', 'site/faq-page.tsx'),
    route('become-unblocker', 'site/become-unblocker-page.tsx'),
    route('privacy-policy', 'site/privacy-policy-page.tsx'),
    route('terms-and-conditions', 'site/terms-page.tsx'),
    route('verify', 'site/verify-page.tsx'),
    route('unblockers', 'site/unblockers/unblockers-page.tsx'),
    route('unblockers/:slug', 'site/unblockers/unblocker-page.tsx'),
    route('developers', 'site/developers/developers-page.tsx'),
    route('developers/api', 'site/developers/api-reference-page.tsx'),
    route('reset-password', 'accounts/reset-password-page.tsx'),
    route('verification-pending', 'accounts/verification-pending-page.tsx'),
    route('auth/callback', 'accounts/auth-callback-page.tsx'),
    route('suspended', 'accounts/suspended-page.tsx'),
    layout('start/queries-layout.tsx', [
      route('join/:token', 'accounts/join-page.tsx'),
      route('apply/:token', 'applications/apply-page.tsx'),
    ]),
  ]),
  layout('start/signed-in-layout.tsx', [
    route('dashboard', 'start/dashboard-landing-page.tsx'),
    layout('start/customer-only-layout.tsx', [
      route('dashboard/customer', 'tickets/customer-dashboard.tsx'),
      route('dashboard/customer/profile', 'accounts/my-account-page.tsx', {
        id: 'customer-profile',
      }),
      route('dashboard/customer/receipt/:billingRecordId', 'payments/receipt-page.tsx'),
    ]),
    layout('start/customer-side-layout.tsx', [
      route('dashboard/customer/plan/:ticketId', 'start/roadmap-page.tsx', {
        id: 'customer-plan',
      }),
    ]),
    layout('start/developer-only-layout.tsx', [
      route('dashboard/developer', 'tickets/developer-dashboard.tsx'),
      route('dashboard/developer/available', 'tickets/available-requests.tsx'),
      route('dashboard/developer/earnings', 'payments/earnings-page.tsx'),
      route('dashboard/developer/applications', 'applications/applications-page.tsx'),
      route('dashboard/developer/applications/:id', 'applications/review-page.tsx'),
      route('dashboard/developer/profile', 'accounts/my-account-page.tsx', {
        id: 'developer-profile',
      }),
      route('dashboard/developer/plan/:ticketId', 'start/roadmap-page.tsx', {
        id: 'developer-plan',
      }),
    ]),
    layout('start/moderator-only-layout.tsx', [
      route('moderation', 'moderation/moderation-page.tsx'),
      route('moderation/statistics', 'moderation/statistics/statistics-page.tsx'),
      route('moderation/mails', 'moderation/mails/failed-mails-page.tsx'),
      route('moderation/replies', 'moderation/replies-page.tsx'),
      route('moderation/accounts/:accountId', 'moderation/account-page.tsx'),
      route('moderation/requests/:ticketId', 'moderation/request-page.tsx'),
      route('moderation/profile', 'accounts/my-account-page.tsx', { id: 'moderator-profile' }),
    ]),
    route('paidSuccessful/:billingRecordId', 'tickets/roadmap/payment-success.tsx'),
    route('discussions/:ticketId?', 'discussions/discussions-page.tsx'),
    route('decisions/:decisionId', 'decisions/decision-page.tsx'),
    route('connect', 'accounts/programs/connect-by-code-page.tsx'),
    route('connect/:id', 'accounts/programs/connect-page.tsx'),
    route('help', 'site/help-page.tsx'),
  ]),
  route('*', 'start/unknown-page.tsx'),
] satisfies RouteConfig;

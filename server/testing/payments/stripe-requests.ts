import type Stripe from 'stripe';

/** The calls that our double of Stripe knows, with what stripe-node lets each of them say; `*` is an id. */
export interface StripeRequests {
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'GET /v1/checkout/sessions/*': Stripe.Checkout.SessionRetrieveParams;
  'POST /v1/checkout/sessions/*/expire': Stripe.Checkout.SessionExpireParams;
  'GET /v1/payment_intents': Stripe.PaymentIntentListParams;
  'GET /v1/payment_intents/*': Stripe.PaymentIntentRetrieveParams;
  'POST /v1/refunds': Stripe.RefundCreateParams;
  'GET /v1/refunds': Stripe.RefundListParams;
  'POST /v1/transfers': Stripe.TransferCreateParams;
  'GET /v1/transfers': Stripe.TransferListParams;
  'POST /v1/transfers/*/reversals': Stripe.TransferCreateReversalParams;
  'GET /v1/transfers/*/reversals': Stripe.TransferListReversalsParams;
  'POST /v1/payouts': Stripe.PayoutCreateParams;
  'GET /v1/payouts': Stripe.PayoutListParams;
  'POST /v1/accounts': Stripe.AccountCreateParams;
  'GET /v1/accounts': Stripe.AccountListParams;
  'GET /v1/accounts/*': Stripe.AccountRetrieveParams;
  'POST /v1/accounts/*/login_links': Stripe.AccountCreateLoginLinkParams;
  'POST /v1/account_links': Stripe.AccountLinkCreateParams;
}

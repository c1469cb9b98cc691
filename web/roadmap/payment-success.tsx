export default function PaymentSuccessPage() { return <h1>Payment</h1>; }

export default function CustomerDashboardPage() { return <h1>Your Dashboard</h1>; }

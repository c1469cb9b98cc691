export default function DeveloperDashboardPage() { return <h1>Developer Dashboard</h1>; }

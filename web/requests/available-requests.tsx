export default function AvailableRequestsPage() { return <h1>Available Requests</h1>; }

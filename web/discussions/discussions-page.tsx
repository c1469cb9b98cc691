export default function DiscussionsPage() { return <h1>Discussions</h1>; }

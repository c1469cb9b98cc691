export default function RoadmapPage() { return <h1>Roadmap</h1>; }

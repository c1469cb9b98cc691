import type { Category } from './category.ts';

/** A technology's name and categories. */
export interface Technology {
  label: string;
  categories: readonly Category[];
}

/** A technology with its dependencies; `*` ends a prefix. */
interface Part extends Technology {
  names: readonly string[];
}

interface Known {
  /** What the manifest itself means. */
  base: Technology | null;
  parts: readonly Part[];
}

const part = (label: string, categories: readonly Category[], ...names: string[]): Part => ({
  label,
  categories,
  names,
});

const base = (label: string, ...categories: Category[]): Technology => ({ label, categories });

/** Known technologies, the most telling first: the first ten make the suggestion. */
export const known = {
  npm: {
    base: null,
    parts: [
      part('Next.js', ['web'], 'next'),
      part('Nuxt', ['web'], 'nuxt'),
      part('SvelteKit', ['web'], '@sveltejs/kit'),
      part('Remix', ['web'], '@remix-run/*'),
      part('Astro', ['web'], 'astro'),
      part('Expo', ['mobile', 'react-native'], 'expo'),
      part('React Native', ['mobile', 'react-native'], 'react-native'),
      part('Ionic', ['mobile'], '@ionic/*'),
      part('Capacitor', ['mobile'], '@capacitor/core'),
      part('Angular', ['web'], '@angular/core'),
      part('Vue', ['web'], 'vue'),
      part('Svelte', ['web'], 'svelte'),
      part('React', ['web'], 'react'),
      part('Electron', [], 'electron'),
      part('NestJS', ['backend'], '@nestjs/core'),
      part('Express', ['backend'], 'express'),
      part('Fastify', ['backend'], 'fastify'),
      part('Hono', ['backend'], 'hono'),
      part('Koa', ['backend'], 'koa'),
      part('Supabase', ['backend'], '@supabase/supabase-js', '@supabase/ssr'),
      part('Firebase', ['backend'], 'firebase', 'firebase-admin'),
      part('Convex', ['backend'], 'convex'),
      part('Prisma', ['backend'], '@prisma/client', 'prisma'),
      part('Drizzle', ['backend'], 'drizzle-orm'),
      part('MongoDB', ['backend'], 'mongoose', 'mongodb'),
      part('PostgreSQL', ['backend'], 'pg', 'postgres', '@neondatabase/serverless'),
      part('MySQL', ['backend'], 'mysql', 'mysql2'),
      part('Redis', ['backend'], 'redis', 'ioredis', '@upstash/redis'),
      part('tRPC', ['backend'], '@trpc/server'),
      part('Apollo', ['backend'], '@apollo/server'),
      part('Stripe', [], 'stripe', '@stripe/stripe-js'),
      part('Clerk', [], '@clerk/*'),
      part('Auth.js', [], 'next-auth'),
      part('OpenAI', [], 'openai'),
      part('Anthropic', [], '@anthropic-ai/sdk'),
      part('LangChain', [], 'langchain', '@langchain/*'),
      part('Tailwind CSS', ['web'], 'tailwindcss'),
      part('Vite', ['web'], 'vite'),
      part('TypeScript', [], 'typescript'),
      part('AWS CDK', ['infrastructure'], 'aws-cdk-lib'),
      part('Pulumi', ['infrastructure'], '@pulumi/pulumi'),
      part('Serverless Framework', ['infrastructure'], 'serverless'),
    ],
  },
  python: {
    base: base('Python', 'backend'),
    parts: [
      part('Django', ['web', 'backend'], 'django'),
      part('FastAPI', ['backend'], 'fastapi'),
      part('Flask', ['backend'], 'flask'),
      part('Streamlit', ['web'], 'streamlit'),
      part('Celery', ['backend'], 'celery'),
      part('SQLAlchemy', ['backend'], 'sqlalchemy'),
      part('PostgreSQL', ['backend'], 'psycopg', 'psycopg2', 'psycopg2-binary', 'asyncpg'),
      part('Supabase', ['backend'], 'supabase'),
      part('PyTorch', [], 'torch'),
      part('TensorFlow', [], 'tensorflow'),
      part('pandas', [], 'pandas'),
      part('OpenAI', [], 'openai'),
      part('LangChain', [], 'langchain'),
    ],
  },
  dart: {
    base: base('Flutter', 'mobile'),
    parts: [
      part('Firebase', ['backend'], 'firebase_core'),
      part('Supabase', ['backend'], 'supabase_flutter'),
    ],
  },
  ruby: {
    base: base('Ruby', 'backend'),
    parts: [
      part('Ruby on Rails', ['web', 'backend'], 'rails'),
      part('Sinatra', ['backend'], 'sinatra'),
      part('PostgreSQL', ['backend'], 'pg'),
    ],
  },
  go: {
    base: base('Go', 'backend'),
    parts: [
      part('Gin', ['backend'], 'github.com/gin-gonic/gin'),
      part('Echo', ['backend'], 'github.com/labstack/echo*'),
      part('Fiber', ['backend'], 'github.com/gofiber/fiber*'),
      part('PostgreSQL', ['backend'], 'github.com/lib/pq', 'github.com/jackc/pgx*'),
    ],
  },
  rust: {
    base: base('Rust', 'backend'),
    parts: [
      part('Axum', ['backend'], 'axum'),
      part('Actix', ['backend'], 'actix-web'),
      part('Rocket', ['backend'], 'rocket'),
      part('Tauri', [], 'tauri'),
    ],
  },
  php: {
    base: base('PHP', 'backend'),
    parts: [
      part('Laravel', ['web', 'backend'], 'laravel/framework'),
      part('Symfony', ['web', 'backend'], 'symfony/*'),
      part('WordPress', ['web'], 'wordpress*', 'johnpbloch/wordpress*'),
    ],
  },
  jvm: {
    base: base('Java'),
    parts: [
      part('Spring Boot', ['backend'], 'spring-boot*', 'org.springframework.boot*'),
      part('Quarkus', ['backend'], 'quarkus*', 'io.quarkus*'),
      part('Ktor', ['backend'], 'ktor*', 'io.ktor*'),
      part('Android', ['mobile', 'android'], 'com.android.application', 'com.android.library'),
      part('Jetpack Compose', ['mobile', 'android'], 'androidx.compose*'),
      part('Kotlin', [], 'kotlin*', 'org.jetbrains.kotlin*'),
    ],
  },
  apple: {
    base: base('Swift', 'mobile', 'ios'),
    parts: [part('Vapor', ['backend'], 'vapor'), part('Firebase', ['backend'], 'firebase*')],
  },
  dotnet: {
    base: base('.NET', 'backend'),
    parts: [
      part('ASP.NET Core', ['web', 'backend'], 'microsoft.net.sdk.web'),
      part('Blazor', ['web'], 'microsoft.net.sdk.blazorwebassembly'),
      part('.NET MAUI', ['mobile'], 'microsoft.maui*'),
    ],
  },
  elixir: {
    base: base('Elixir', 'backend'),
    parts: [part('Phoenix', ['web', 'backend'], 'phoenix')],
  },
  docker: { base: base('Docker', 'infrastructure'), parts: [] },
  terraform: { base: base('Terraform', 'infrastructure'), parts: [] },
} as const satisfies Record<string, Known>;

//! Time, memory and the load server's own requests.

use std::{
    io::{Read, Write},
    mem::MaybeUninit,
    net::TcpStream,
    time::Instant,
};

/// Wall and CPU time since it was started.
pub struct Stopwatch {
    started_at: Instant,
    cpu_ms: f64,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { started_at: Instant::now(), cpu_ms: cpu_ms() }
    }

    /// Milliseconds of wall time, then of CPU time.
    pub fn read(&self) -> (f64, f64) {
        (self.started_at.elapsed().as_secs_f64() * 1000.0, cpu_ms() - self.cpu_ms)
    }
}

fn cpu_ms() -> f64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage fills the struct that it is given, and zero bytes are a valid one.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let ms = |time: libc::timeval| time.tv_sec as f64 * 1000.0 + time.tv_usec as f64 / 1000.0;
    ms(usage.ru_utime) + ms(usage.ru_stime)
}

/// The resident set now, in bytes, after giving free memory back to the system.
pub fn rss() -> u64 {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim may be called at any time.
    unsafe {
        libc::malloc_trim(0);
    }
    status_bytes("VmRSS:")
}

/// The largest resident set so far, in bytes.
pub fn peak_rss() -> u64 {
    status_bytes("VmHWM:")
}

fn status_bytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    let kilobytes: u64 = line.split_whitespace().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    kilobytes * 1024
}

/// How often a second something can be done.
pub fn rate(times: usize, mut work: impl FnMut(usize)) -> f64 {
    for i in 0..times.min(1000) {
        work(i);
    }
    let started_at = Instant::now();
    for i in 0..times {
        work(i);
    }
    times as f64 / started_at.elapsed().as_secs_f64()
}

/// Asks the load server for events, once it has a watch to send them to.
pub fn send_events(url: &str, count: usize) {
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("a connection to the load server");
    write!(stream, "POST /bench/events?count={count} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "the load server answered {answer}");
}

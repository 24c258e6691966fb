//! What reaches our own server, where its port is known.

use countersign_commands::{Setting, Verdict, judge};

#[test]
fn another_server_of_this_machine_is_asked_about_and_ours_is_refused() {
    let known = Setting { port: Some(4177), sandbox: true, ..Setting::default() };
    for (text, verdict) in [
        ("curl http://localhost:3000/health", Verdict::Prompt),
        ("curl -s 127.0.0.1:8080", Verdict::Prompt),
        ("wget -q http://[::1]:8000/x", Verdict::Prompt),
        ("curl http://localhost:3000 http://localhost:4177", Verdict::Never),
        ("curl http://localhost:4177/api/change-sets", Verdict::Never),
        ("curl 0x7f.1:4177", Verdict::Never),
        ("curl -x http://127.0.0.1:4177 http://a.example", Verdict::Never),
        // The port may be told elsewhere.
        ("nc localhost 4177", Verdict::Never),
        ("nc -zv 127.0.0.1 4177", Verdict::Never),
        ("nc localhost", Verdict::Never),
        ("nc -z localhost 6379", Verdict::Prompt),
        ("nc -zv 127.0.0.1 5432", Verdict::Prompt),
        ("telnet localhost 25", Verdict::Prompt),
        ("telnet localhost 4177", Verdict::Never),
        ("curl --resolve a.example:4177:127.0.0.1 http://a.example:4177", Verdict::Never),
        ("curl --connect-to a.example:80:127.0.0.1:4177 http://a.example", Verdict::Never),
        // Without a port it is the usual one.
        ("curl localhost", Verdict::Prompt),
        ("curl -I http://localhost/", Verdict::Prompt),
        ("curl -sI localhost", Verdict::Prompt),
        ("curl http://localhost:80/", Verdict::Prompt),
        ("wget https://127.0.0.1/x", Verdict::Prompt),
        ("ab -n 100 http://localhost/", Verdict::Prompt),
        ("curl http://localhost http://localhost:4177/", Verdict::Never),
        ("curl --connect-to a.example:4177:127.0.0.1: http://a.example:4177", Verdict::Never),
        ("bash -c 'curl localhost:3000'", Verdict::Prompt),
        ("bash -c 'curl localhost:4177'", Verdict::Never),
        ("echo x > /dev/tcp/127.0.0.1/4177", Verdict::Never),
        ("curl http://169.254.169.254:3000/", Verdict::Never),
    ] {
        assert_eq!(judge(text, &known).verdict, verdict, "{text}");
        // While it is not known, every one may be it, but where a database is.
        let database = matches!(text, "nc -z localhost 6379" | "nc -zv 127.0.0.1 5432");
        let expected = if database { Verdict::Prompt } else { Verdict::Never };
        assert_eq!(judge(text, &Setting { port: None, ..known.clone() }).verdict, expected, "{text}");
    }
    // One that was set up where a database is by habit is known there.
    let known = Setting { port: Some(5432), ..known };
    for text in ["nc -z localhost 5432", "telnet localhost 5432", "dockerize -wait tcp://localhost:5432"] {
        assert_eq!(judge(text, &known).verdict, Verdict::Never, "{text}");
    }
}

#[test]
fn who_ends_what_has_our_port_ends_our_server() {
    let known = Setting { port: Some(4177), sandbox: true, ..Setting::default() };
    for text in [
        "kill $(lsof -t -i:4177)",
        "kill -9 `lsof -ti:4177`",
        "lsof -ti:4177 | xargs kill",
        "lsof -ti :4177 | xargs -r kill -9",
        "p=$(lsof -ti:4177); kill $p",
        "P=4177; kill $(lsof -ti:$P)",
        "P=4177; kill -9 `lsof -ti:${P}`",
        "kill $(lsof -ti:${P:-4177})",
        "P=4177; p=$(lsof -ti:\"$P\"); kill $p",
        "P=4177; lsof -ti:$P | xargs kill",
        "for p in 8000 4177; do kill $(lsof -ti:$p); done",
        "f() { kill $(lsof -ti:$1); }; f 4177",
        "P=4177; fuser -k $P/tcp",
        "P=4177; npx kill-port $P",
        "ss -lptn | grep 4177 | cut -d= -f2 | xargs kill",
        "fuser -k 4177/tcp",
        "fuser -n tcp -vk 4177",
        "npx kill-port 4177",
        "npx fkill-cli :4177",
        "pkill -f 'serve --port 4177'",
        "bash -c 'fuser -k 4177/tcp'",
    ] {
        assert_eq!(judge(text, &known).verdict, Verdict::Never, "{text}");
        let other = text.replace("4177", "3000");
        assert_eq!(judge(&other, &known).verdict, Verdict::Prompt, "{other}");
    }
    for text in ["kill 4177", "lsof -i:4177", "fuser 4177/tcp", "kill $(cat app.pid)", "echo 4177 | xargs kill"] {
        assert_ne!(judge(text, &known).verdict, Verdict::Never, "{text}");
    }
}

//! Builds the C library, whose sources are the repository around this folder, by CMake and says how to link it. BURL_LIB_DIR names a folder that has libburl.a already, a build
//! folder or an installed `lib`: then nothing is compiled.
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo:rerun-if-env-changed=BURL_LIB_DIR");
    let folder = match env::var_os("BURL_LIB_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => build(),
    };
    assert!(
        ["libburl.a", "burl.lib"].iter().any(|name| folder.join(name).exists()),
        "there is no libburl.a in {}, which BURL_LIB_DIR names",
        folder.display()
    );
    println!("cargo:rerun-if-changed={}", folder.join("libburl.a").display());
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=burl");
    if let Some(openmp) = openmp(&folder) {
        println!("cargo:rustc-link-lib={}", openmp);
    }
    if env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("unix") {
        println!("cargo:rustc-link-lib=m");
    }
}

fn build() -> PathBuf {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let sources = here.join("../../..").canonicalize().unwrap();
    for name in ["CMakeLists.txt", "include", "src", "tools/rooms.txt"] {
        println!("cargo:rerun-if-changed={}", sources.join(name).display());
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap()).join("library");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&sources).arg("-B").arg(&folder);
    configure.args(["-DCMAKE_BUILD_TYPE=Release", "-DBURL_TOOL=OFF", "-DBURL_SHARED=OFF"]);
    if Command::new("ninja").arg("--version").output().is_ok() {
        configure.arg("-GNinja");
    }
    run(&mut configure);
    let jobs = env::var("NUM_JOBS").unwrap();
    run(Command::new("cmake").arg("--build").arg(&folder).args(["--target", "burl", "--parallel", &jobs]));
    folder
}

fn run(command: &mut Command) {
    let status =
        command.status().unwrap_or_else(|e| panic!("{:?} didn't start, which building burl needs: {}", command, e));
    assert!(status.success(), "{:?} failed", command);
}

/// The library of threads that the C compiler linked with, as burl.pc has it: gcc's or LLVM's.
fn openmp(folder: &Path) -> Option<&'static str> {
    let said = ["burl.pc", "pkgconfig/burl.pc"].iter().find_map(|name| fs::read_to_string(folder.join(name)).ok())?;
    match said {
        _ if said.contains("-fopenmp=libomp") => Some("omp"),
        _ if said.contains("-fopenmp") => Some("gomp"),
        _ => None,
    }
}
